-- What makes reading bills quick: the JSON of each, written once, and which meters it has lines of.
-- Both follow from the bill and its lines and can be made again from them at any time.

create table bill_texts (
  company_id bigint not null,
  utility_bill_id bigint not null,
  -- Raised when the form of a bill changes; texts of an older form are made again.
  form integer not null,
  -- The link to the bill's file is put between the two when the bill is read. A bill without a file is all head.
  head text not null,
  tail text not null,
  -- A hash of both, so that the tag of an answer with many bills need not be made from all of its bytes.
  tag text not null,
  primary key (company_id, utility_bill_id),
  foreign key (company_id, utility_bill_id) references utility_bills (company_id, id) on delete cascade
);

-- What the sweep looks for: texts of an older form.
create index bill_text_form on bill_texts (form);

-- Bills that were there before have a text that is still to be made.
insert into bill_texts (company_id, utility_bill_id, form, head, tail, tag) select company_id, id, 0, '', '', '' from utility_bills;

create table bill_meters (
  company_id bigint not null,
  utility_meter_id bigint not null,
  utility_bill_id bigint not null,
  primary key (company_id, utility_meter_id, utility_bill_id),
  foreign key (company_id, utility_bill_id) references utility_bills (company_id, id) on delete cascade,
  foreign key (company_id, utility_meter_id) references utility_meters (company_id, id) on delete cascade
);
create index bill_meter_by_bill on bill_meters (company_id, utility_bill_id);

insert into bill_meters (company_id, utility_meter_id, utility_bill_id)
select company_id, utility_meter_id, utility_bill_id from utility_charges
union select company_id, utility_meter_id, utility_bill_id from utility_usages;
