/** The sentences of reports in English: the reference for the other catalogs. */
export const en = {
  // When and how much, as parts of sentences.
  "when.months_one": "in {{last}}",
  "when.months_other": "in the {{count}} months to {{last}}",
  "change.more": "{{percent}} more than the year before",
  "change.less": "{{percent}} less than the year before",
  "change.same": "the same as the year before",
  "change.moreShort": "{{percent}} more",
  "change.lessShort": "{{percent}} less",
  "change.sameShort": "the same",
  "compared.year": "against the year before",
  "use.of": "{{amount}} {{unit}} of {{energy}}",

  // Answers.
  "answer.none":
    "There is no bill of {{property}} yet. Connect its utility, upload its bills or import their history; the report fills by itself.",
  "answer.noneInRange":
    "There is no bill of {{property}} for these days. Ask for other days, or look at its coverage to see which months are billed.",
  "answer.noCompleteMonth":
    "No month of {{property}} is completely billed yet, so nothing can be compared. Look at its coverage to see which bills are missing.",
  "answer.history.intensity":
    "{{property}} used {{intensity}} kBtu per sq ft {{when}}{{change}}, and cost {{cost}}{{costChange}}.",
  "answer.history.use": "{{property}} used {{use}} {{when}}{{change}}, and cost {{cost}}{{costChange}}.",
  "answer.history.cost":
    "{{property}} cost {{cost}} {{when}}{{costChange}}; how much energy it used is not known for all months.",
  "answer.history.noCost": "{{property}} used {{use}} {{when}}{{change}}; no cost is known.",
  "answer.partly": " {{count}} of {{all}} months are complete so far; a whole year needs 12.",
  "answer.monthly": "{{property}} cost {{cost}} {{when}}{{costChange}}; it used {{use}}.",
  "answer.bills_one": "{{property}} was billed {{cost}} on {{count}} bill for {{days}}.",
  "answer.bills_other": "{{property}} was billed {{cost}} on {{count}} bills for {{days}}.",
  "answer.bills.noCost_one": "There is {{count}} bill of {{property}} for {{days}}, without a charge.",
  "answer.bills.noCost_other": "There are {{count}} bills of {{property}} for {{days}}, without a charge.",
  "answer.bills.gaps_one": " Days between two bills are missing in {{count}} place: the notes say which.",
  "answer.bills.gaps_other": " Days between two bills are missing in {{count}} places: the notes say which.",
  "answer.demand":
    "The highest demand of {{property}} {{when}} was {{demand}} {{unit}}, in {{month}}{{change}}; demand charges were {{cost}}, {{share}} of what electricity cost.",
  "answer.demand.noCost":
    "The highest demand of {{property}} {{when}} was {{demand}} {{unit}}, in {{month}}{{change}}; its bills have no demand charge.",
  "answer.demand.none":
    "No bill of {{property}} states a demand in kW. Its tariff may have none; if the paper bill shows one, open the bill and check how it was read.",
  "answer.demand.noneInRange": "No bill of {{property}} states a demand in kW for these days. Ask for other days.",
  "answer.saved": "{{property}} saved {{saved}} of {{adjusted}} ({{percent}}) since {{since}}, give or take {{band}}.",
  "answer.saved.noBand":
    "{{property}} saved {{saved}} of {{adjusted}} ({{percent}}) since {{since}}; how certain that is cannot be said.",
  "answer.saved.nothing":
    "Nothing measurable was saved at {{property}} since {{since}}: {{saved}} of {{adjusted}}, less than the uncertainty of {{band}}.",
  "answer.saved.more":
    "{{property}} cost {{more}} more than expected since {{since}}: {{percent}} of {{adjusted}}, give or take {{band}}.",
  "answer.saved.moreNoBand":
    "{{property}} cost {{more}} more than expected since {{since}}: {{percent}} of {{adjusted}}; how certain that is cannot be said.",
  "answer.saved.unknown": "What a measure saved at {{property}} cannot be said: {{reasons}} {{todo}}",
  "answer.saved.assumed":
    " No start of savings is entered: the first 12 complete months are what later bills are compared with.",
  "answer.saved.todo":
    "Enter the day on which the measure was ready as the start of savings, and see that the 12 months before it are billed.",
  "answer.journal_one":
    "{{property}} has {{count}} entry that is worth checking: {{kinds}}. Its bills are complete through {{through}}.",
  "answer.journal_other":
    "{{property}} has {{count}} entries that are worth checking: {{kinds}}. Its bills are complete through {{through}}.",
  "answer.journal.notComplete_one":
    "{{property}} has {{count}} entry that is worth checking: {{kinds}}. No month is completely billed yet.",
  "answer.journal.notComplete_other":
    "{{property}} has {{count}} entries that are worth checking: {{kinds}}. No month is completely billed yet.",
  "answer.journal.nothing": "Nothing at {{property}} needs checking. Its bills are complete through {{through}}.",
  "answer.journal.nothingYet": "Nothing at {{property}} needs checking, but no month is completely billed yet.",
  "answer.journal.noneOfTypes": "No entry of {{property}} is of the types asked for.",
  "answer.journal.ofTypes_one": "{{property}} has {{count}} entry of the types asked for.",
  "answer.journal.ofTypes_other": "{{property}} has {{count}} entries of the types asked for.",

  // Tiles.
  "tile.cost": "Cost",
  "tile.energy": "Energy",
  "tile.intensity": "Energy per sq ft",
  "tile.carbon": "CO2",
  "tile.through": "Complete through",
  "tile.bills": "Bills",
  "tile.billed": "Billed",
  "tile.estimatedBills": "Estimated bills",
  "tile.gaps": "Gaps between bills",
  "tile.costPerDay": "Cost per day",
  "tile.demand": "Highest demand",
  "tile.demandCost": "Demand charges",
  "tile.demandShare": "Share of the electricity cost",
  "tile.saved": "Saved",
  "tile.savedPercent": "Saved of the expected cost",
  "tile.uncertainty": "Uncertainty, plus or minus",
  "tile.adjustedCost": "Expected cost",
  "tile.actualCost": "Actual cost",

  // Charts.
  "chart.energyByType": "Energy by type",
  "chart.useOfType": "{{energy}} used",
  "chart.costByType": "Cost by type",
  "chart.yearOverYear": "Energy year over year",
  "chart.useYearOverYear": "{{energy}} year over year",
  "chart.demand": "Highest electric demand by month",
  "chart.demandOfMeter": "Meter {{meter}}",
  "chart.highestOfYear": "Highest of 12 months",
  "chart.baselineActual": "{{energy}}: expected and actual use",
  "chart.expected": "Expected without the measure",
  "chart.actual": "Actual",
  "chart.cumulative": "Saved so far",
  "chart.cumulativeName": "Saved",
  "chart.fit": "{{meter}}: use and outdoor temperature",
  "chart.fitBaseline": "Bills before the savings",
  "chart.fitSavings": "Bills since",
  "chart.fitModel": "Model",
  "chart.temperature": "Mean outdoor temperature, °F",
  "chart.perDay": "{{unit}} per day",
  "chart.entries": "Entries worth checking, by month",

  // Notes.
  "note.usageMixed": "Usage has no total: it is of different types of energy, or in different units.",
  "note.usageSeparately":
    "Usage has no total: it is of different types of energy, or in different units. Separately: {{each}}.",
  "note.usageOf": "{{energy}} {{amount}} {{unit}}",
  "note.gap_one": "Meter {{meter}}: no bill covers {{days}} ({{count}} day).",
  "note.gap_other": "Meter {{meter}}: no bill covers {{days}} ({{count}} days).",
  "note.overlap_one": "Meter {{meter}}: two bills cover {{days}} ({{count}} day).",
  "note.overlap_other": "Meter {{meter}}: two bills cover {{days}} ({{count}} days).",
  "note.morePeriods_one": "And {{count}} more such period.",
  "note.morePeriods_other": "And {{count}} more such periods.",
  "note.unknown.unit": "kBtu and CO2 are not known: the energy content of the billed unit is unknown ({{rows}}).",
  "note.unknown.place":
    "CO2 of electricity is not known: the place of the meter has no ZIP or state that names its grid ({{rows}}).",
  "note.unknown.factor": "CO2 is not known: there is no factor for this kind of energy ({{rows}}).",
  "note.partial":
    "Partial, because the first bill of a meter begins or its last one ends in them: {{months}}. Compare their figures by day, not by month.",
  "note.late":
    "Meter {{meter}} ({{energy}}) has no bill after {{month}}, and leaves the months after it incomplete. If it is out of service, give it a deactivation date.",
  "note.notCollected": "Meter {{meter}} ({{energy}}) counts up to {{month}}: bills of its account are not collected.",
  "note.stale": "A bill has just come or changed, and months are being made again.",
  "note.staleMeter": "Meter {{meter}}: a bill has just arrived or changed, and its months are being derived again.",
  "note.noArea": "The property has no floor area: figures per square foot are unknown. Enter it with the property.",
  "note.noStation": "The property has no weather station: degree days are unknown.",
  "note.noWeather": "Degree days are not shown for {{months}}: days are missing at {{station}}.",
  "note.mixed": "Billed in more than one unit, so usage is not added up: {{rows}}.",
  "note.missingMonths":
    "Bills are missing, or two cover the same days: {{months}}. Compare their figures by day, not by month.",
  "note.unpriced": "Without a charge of their own, so not in any cost: {{rows}}.",
  "note.demandTotal": "Demands are not added up: peaks of meters and months may be at different times.",
  "note.noDemand": "No bill states a demand.",
  "note.silent": "Left out: {{bills}} of these meters without a demand.",
  "note.savingsBegin": "Savings begin on {{days}}.",
  "note.unmodelled_one": "Without a model: {{some}} of {{count}} meter; the flags say why.",
  "note.unmodelled_other": "Without a model: {{some}} of {{count}} meters; the flags say why.",
  "note.notInTotal": "Not in every total: {{periods}} whose use, weather or cost is unknown.",
  "note.avoidanceGap_one":
    "Meter {{meter}} ({{energy}}): no bill counts for {{days}} ({{count}} day); it is not in any total.",
  "note.avoidanceGap_other":
    "Meter {{meter}} ({{energy}}): no bill counts for {{days}} ({{count}} days); these days are not in any total.",
  "note.flag": "{{flag}}: {{sentence}}",
  "note.fixed":
    "Fixed charges are {{share}}cost avoidance ({{fixed}}): the average unit cost spreads them over the use, and less use does not lower them. Without them it is {{without}}.",
  "note.fixedShare": "{{percent}} of the ",
  "note.carbonEquivalent":
    "Avoided CO2 is the equivalent of the avoided use by the factor of the current bills, not a measured reduction.",
  "note.useTotal": "Use has no total: meters are billed in different units.",
  "note.noTotal": "{{figure}} has no total: that of {{types}} is unknown.",
  "figure.avoidedKbtus": "Avoided kBtu",
  "figure.avoidedCarbon": "Avoided CO2",
  "note.noShare":
    "Property: floor_area_changes have no effect, because no floor_area_share says how much of the use grows with the area.",
  "note.notUsed": "{{owner}}: {{key}} in the metadata is not used, because it is not {{form}}.",
  "note.entryNotUsed": "{{owner}}: entry {{place}} of {{key}} in the metadata is not used; required is {{form}}.",
  "owner.property": "Property",
  "owner.meter": "Meter {{meter}}",
  "note.notesNoList": "metadata.notes of {{owner}} is not a list of {date, text}.",
  "note.noteLeftOut": "metadata.notes[{{place}}] of {{owner}} is left out: it needs a date (YYYY-MM-DD) and a text.",
  "owner.theProperty": "the property",
  "owner.theMeter": "meter {{meter}}",
  "model.models": "{{count}} models: {{models}}",

  // Entries of the journal.
  "entry.complete": "{{month}} is the latest month that is complete for every meter in service.",
  "entry.certified": "ENERGY STAR certified, as recorded.",
  "entry.added": "Billed from here on: {{service}}.",
  "entry.removed": "Out of service: {{service}}.",
  "entry.lastBill": "Bills of this account are not collected: {{service}}.",
  "entry.service": "{{utility}}, account {{account}}",
  "entry.bill": "Bill for {{days}}.",
  "entry.billUse": "Bill for {{days}}: {{use}}.",
  "entry.billNoPeriod": "Bill without a period.",
  "entry.billNoPeriodUse": "Bill without a period: {{use}}.",
  "entry.estimated": "The utility estimated what was used.",
  "entry.edited": "The bill of {{date}} was archived: {{reason}}.",
  "entry.replaced": " A corrected bill of {{date}} replaces it.",
  "entry.notReplaced": " No bill replaces it.",
  "entry.accepted": " Accepted although it does not add up: {{findings}}.",
  "entry.gap": "No bill covers {{days}}.",
  "entry.overlap": "Two bills cover {{days}}.",
  "entry.spike": "Use per day is {{change}} {{usual}} ({{figure}} {{unit}}).",
  "entry.spike.years": "the mean of the same month in other years",
  "entry.spike.median": "the median of the other bills",
  "entry.peak": "The demand is {{change}} the highest of the 12 months before ({{figure}} {{unit}}).",
  "entry.rate": "Use costs {{rate}}/{{unit}}, {{change}} that of the bill before ({{before}}).",
  "entry.above": "{{percent}} above",
  "entry.below": "{{percent}} below",
  "reason.edited": "edited",
  "reason.rebilled": "rebilled",
  "reason.cancelled": "cancelled",
  "reason.duplicate": "duplicate",
  "reason.voided": "voided",
} as const;
