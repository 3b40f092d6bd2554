-- Questions to a language model about documents that no reader could read: each is asked once, and its answer is kept.
create table model_questions (
  company_id bigint not null,
  document_id bigint not null,
  -- Of the model's name and everything it was asked: the same question is not asked again.
  question_sha256 bytea not null constraint model_question_sha256_size check (length(question_sha256) = 32),
  model text not null,
  asked_at timestamptz(3) not null,
  -- How often it was asked without an answer, because the model was away.
  tries integer not null default 0,
  -- On the UTC day of asked_at, whatever came of it: each question costs.
  asked_that_day integer not null default 1,
  -- Null until there is an answer that can be used.
  answer text constraint model_question_answer_size check (length(answer) <= 600000),
  -- Why there is none: only time helps, the operator must act, or nobody can.
  failure text constraint model_question_failure_known check (failure in ('away', 'refused', 'unusable')),
  reason text,
  input_tokens integer,
  output_tokens integer,
  -- In the currency of the operator's prices, when it asked.
  cost numeric(18, 6),
  primary key (company_id, document_id, question_sha256),
  foreign key (company_id, document_id) references documents (company_id, id) on delete cascade
);
create index model_question_by_time on model_questions (company_id, asked_at);

alter table utility_bills drop constraint utility_bill_read_by_known;
alter table utility_bills add constraint utility_bill_read_by_known
  check (read_by in ('template', 'generic', 'model', 'data_file', 'spreadsheet', 'person'));
