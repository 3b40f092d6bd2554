/** The words by which bills name their values, in five languages: folded as `foldWord` does, separated by semicolons. */
import type { ChargeType, EnergyType } from "../../records/codes.ts";

/** Values of the whole bill. A label that fits several values belongs to the first. */
export const FIELD_LABELS = {
  acct_num:
    "account number; account no; account #; account; acct no; acct #; acct number; acct; your account number; customer account number; numero de compte; no de compte; n° de compte; compte client; compte de facturation; compte; kontonummer; vertragskonto; vertragskontonummer; numero de cuenta; no de cuenta; cuenta; conta contrato; numero da conta; conta",
  invoice_number:
    "invoice number; invoice no; invoice #; bill number; bill no; statement number; numero de facture; no de facture; facture no; facture n°; n° de facture; facture n; rechnungsnummer; rechnungsnr; rechnung nr; numero de factura; no de factura; no factura; numero da fatura; nota fiscal no; fatura no",
  invoice_date:
    "invoice date; bill date; billing date; statement date; date of bill; date of issue; issue date; date issued; date bill issued; date de facture; date de la facture; date de facturation; date d'emission; facture du; votre facture du; facture emise le; rechnungsdatum; rechnung vom; fecha de factura; fecha de la factura; fecha de emision; fecha factura; data de emissao; data da fatura; data da emissao",
  due_date:
    "due date; payment due date; payment due by; date due; due by; due on; pay by; please pay by; date d'echeance; echeance; date limite de paiement; a regler avant le; a regler le; a payer avant le; payable avant le; date de prelevement; prelevement le; zahlbar bis; zahlbar bis zum; fallig am; fallig bis; falligkeit; falligkeitsdatum; zahlungsziel; zahlungstermin; abbuchung am; bitte zahlen sie bis; fecha de vencimiento; vencimiento; fecha limite de pago; fecha limite; pagar antes de; pagar antes del; fecha de cargo; data de vencimento; vencimento; data limite de pagamento; data limite; pagar ate",
  amount_due:
    "amount due; total amount due; total due; total amount payable; amount payable; please pay; amount to pay; pay this amount; balance due; total to pay; amount now due; current bill due; net a payer; montant a payer; total a payer; montant du; a payer; solde a payer; somme a payer; zu zahlen; zahlbetrag; zu zahlender betrag; noch zu zahlen; zu zahlender gesamtbetrag; total a pagar; importe a pagar; monto a pagar; valor a pagar; total que debe pagar",
  previous_balance:
    "previous balance; balance brought forward; prior balance; previous amount due; last bill; last bill amount; last statement; amount of last bill; balance from last bill; balance from last statement; amount of your last bill; previous bill; previous charges; solde precedent; solde anterieur; montant de la derniere facture; facture precedente; ancien solde; report; vorheriger saldo; saldovortrag; alter saldo; offene forderung; offener betrag; offene posten; saldo anterior; importe anterior; adeudo anterior; factura anterior; debitos anteriores; valor anterior; fatura anterior",
  amount_paid:
    "payment; payments; your payment; payment received; payments received; payment received thank you; total payments; less payments; paid; paiement; paiements; vos paiements; paiement recu; paiements recus; vos versements; zahlung; zahlungen; ihre zahlung; ihre zahlungen; bereits bezahlt; geleistete zahlungen; geleistete abschlage; abschlagszahlungen; pago; pagos; su pago; pago recibido; pagos recibidos; pagos realizados; pagamento; pagamentos; pagamento recebido; pagamentos efetuados; pagamentos recebidos",
  current_charges:
    "current charges; total current charges; new charges; total new charges; total charges; this month's charges; current bill; current month charges; charges this period; total current bill; frais courants; total des frais courants; montant de la presente facture; nouveaux frais; cargos actuales; cargos del mes; total cargos del mes; cargos corrientes; total do mes; valor do mes; total consolidado",
} as const;
export type FieldName = keyof typeof FIELD_LABELS;

/** Looked for only when no label above has a value. */
export const WEAK_LABELS: { [name in FieldName]?: string } = {
  previous_balance: "balance forward",
  acct_num:
    "customer number; customer no; client number; contract number; contract account; numero client; no client; numero de contrat; reference client; kundennummer; kundennr; vertragsnummer; numero de cliente; no de cliente; numero de contrato; no de contrato; codigo do cliente; codigo de cliente; numero do cliente; instalacao",
  invoice_date: "date; dated; datum; fecha; data",
  // Of a direct debit: in a cell of its own, beside its day.
  due_date: "a partir du; ab dem; a partir del; a partir de; on or after",
  amount_due: "rechnungsbetrag; gesamtbetrag; importe total; valor total; importe de la factura",
};

/** After the label of an amount due: the amount is then owed later, under a condition or on an earlier bill, and is not the amount due. */
export const NOT_NOW = "after; apres; nach; depois; despues; apos; tras; if; si; se; wenn; last; previous";

/** Stand between a label and its number. */
export const NUMBER_WORDS = "#; no; n; nr; num; number; numero; nummer; n°; is; :; -";

/** Begin a line that sums up those above it. */
export const TOTAL_WORDS =
  "total; totals; subtotal; sub-total; sum; sous-total; total ttc; total facture; summe; gesamt; gesamtsumme; gesamtbetrag; zwischensumme; rechnungsbetrag; bruttobetrag; endbetrag; suma; total factura; total geral; soma";

/** The columns and labels of a meter. */
export const METER_LABELS = {
  meter:
    "meter; electric meter; gas meter; water meter; delivery meter; electric delivery meter; gas delivery meter; supply meter; electric supply meter; gas supply meter; meter number; meter no; meter #; meter id; serial number; compteur; numero de compteur; no de compteur; compteur n; compteur no; n° de compteur; identifiant de comptage; numero de serie; zahler; stromzahler; gaszahler; wasserzahler; zahlernummer; zahler nr; zahlernr; contador; numero de contador; no de contador; no contador; medidor; numero do medidor; no do medidor; hidrometro",
  previous_read:
    "previous; previous reading; previous read; previous meter reading; prior; prior reading; prior read; last reading; start reading; beginning reading; past reading; index debut; index de debut; ancien index; index precedent; releve precedent; ancien releve; lecture precedente; stand alt; alter stand; alter zahlerstand; zahlerstand alt; anfangsstand; vorheriger stand; lectura anterior; anterior; leitura anterior",
  current_read:
    "current; current reading; current read; current meter reading; present; present reading; present read; end reading; ending reading; index fin; index de fin; nouvel index; index actuel; releve actuel; nouveau releve; lecture actuelle; stand neu; neuer stand; neuer zahlerstand; zahlerstand neu; endstand; aktueller stand; lectura actual; actual; leitura atual; atual",
  multiplier:
    "multiplier; meter multiplier; times; constant; meter constant; mult; factor; multiplicateur; coefficient; faktor; wandlerfaktor; multiplicador; constante; fator",
  use: "usage; use; used; units; units used; consumption; total usage; total use; total consumption; billed usage; energy usage; energy used; kwh used; therms used; gallons used; ccf used; kwh usage; water usage; gas usage; energy; volume; consommation; consommation totale; conso; verbrauch; gesamtverbrauch; consumo; consumo total; consumo faturado; consumo facturado; kwh; therms; ccf; gallons",
  demand:
    "demand; measured demand; billed demand; billing demand; peak demand; maximum demand; max demand; puissance atteinte; puissance maximale; puissance facturee; puissance appelee; leistung; hochstleistung; gemessene leistung; demanda; demanda maxima; demanda medida; demanda facturada; demanda faturada",
  difference: "difference; diff; differenz; diferencia; diferenca",
  unit: "unit; uom; unit of measure; unite; einheit; unidad; unidade",
  from: "from; start date; service from; from date; date from; read from; previous read date; previous date; prior read date; date debut; von; desde; fecha anterior; data anterior; data inicial; leitura anterior data",
  to: "to; end date; service to; to date; date to; read to; current read date; current date; present read date; date fin; bis; hasta; fecha actual; data atual; data final; thru; through",
  days: "days; no of days; number of days; billing days; days used; days of service; days in period; days billed; service days; number of days in period; jours; nombre de jours; jours factures; tage; anzahl tage; verbrauchstage; abrechnungstage; dias; numero de dias; no de dias; dias facturados; dias de consumo; dias faturados; no dias",
  read_type: "read type; reading type; type of read; type de releve; ableseart; tipo de lectura; tipo de leitura",
} as const;
export type MeterLabel = keyof typeof METER_LABELS;

/** After a number of days, on the line of a period. */
export const DAY_WORDS = "days; day; jours; tage; dias";

/** Between the two days of a period. */
export const UNTIL_WORDS =
  "to; through; thru; until; and; au; bis; al; a; ate; hasta; und; y; e; el; le; -; –; —; to:; zum";

/** Before the first day of a period, or before the day of a read. */
export const FROM_WORDS = "from; du; de; del; vom; von; desde; le; am; el; em; on";

/** Say of an amount whether tax is in it, or head the column of tax rates beside it. */
export const TAX_BASIS_WORDS =
  "ht; ttc; hors; tva; horstva; hors-tva; taux; de; netto; brutto; zzgl; inkl; mwst; ust; vat; excl; incl; excluding; including; sin; con; iva; incluido; incluida";

/** A span of time that a price is for: `€/mois`. */
export const TIME_WORDS = "day; days; month; months; year; jour; mois; an; tag; monat; jahr; dia; mes; ano; mo; yr";

/** Stand for a read that was not taken. */
export const ESTIMATED_WORDS =
  "e; est; estimated; estimate; estime; estimee; geschatzt; g; estimada; estimado; estimativa";
export const ACTUAL_WORDS = "a; act; actual; r; read; reel; releve; abgelesen; real; leida; lida; normal";

/** The document replaces an earlier bill. */
export const CORRECTED_LABELS =
  "corrected bill; corrected invoice; rebill; rebilled; revised bill; facture rectificative; facture corrigee; korrekturrechnung; rechnungskorrektur; korrigierte rechnung; factura rectificativa; factura corregida; fatura corrigida; segunda emissao";

/** The first whose word a description holds. */
export const CHARGE_WORDS: [ChargeType, string][] = [
  [
    "tax_cost",
    "tax; taxes; vat; gst; hst; pst; qst; levy; franchise; taxe; taxes; tva; tps; tvq; cta; cspe; accise; steuer; mwst; mehrwertsteuer; umsatzsteuer; ust; stromsteuer; energiesteuer; konzessionsabgabe; impuesto; impuestos; iva; imposto; icms; pis; cofins; contribuicao; contrib; cip",
  ],
  [
    "other_applied_cost",
    "late; penalty; interest; deposit; donation; multa; juros; mora; recargo; mahngebuhr; verzug; penalite; interets; retard",
  ],
  ["interim_rate_cost", "interim; rider; adjustment; adj; ajustement; anpassung; ajuste"],
  ["demand_cost", "demand; capacity; peak kw; puissance; leistung; leistungspreis; demanda; potencia; demande"],
  [
    "service_cost",
    "customer; basic; base; service; fixed; facilities; meter; standing; monthly; minimum; rental; access; connection; availability; readiness; abonnement; frais; acces; fixe; location; grundpreis; grundgebuhr; messpreis; zahlermiete; messstellenbetrieb; grund; termino; fijo; alquiler; cargo; cuota; fixa; basica; taxa; assinatura; disponibilidade; disp",
  ],
  ["other_applied_cost", "fee; assistance; benefits; benefit; fund; program; credit; surcharge; regulacao"],
  [
    "usage_cost",
    "energy; usage; use; volume; volumetric; consumption; commodity; distribution; delivery; supply; generation; transmission; transition; fuel; kwh; therm; therms; tier; block; cost; peak; water; gas; sewer; electric; electricity; energie; consommation; consommee; conso; heures; gaz; eau; acheminement; arbeitspreis; verbrauch; strom; erdgas; wasser; trinkwasser; abwasser; schmutzwasser; netzentgelt; energia; consumo; electricidad; agua; consumida; esgoto; coleta; tusd; te; alcantarillado",
  ],
];

/** Words of a service. */
export const ENERGY_WORDS: [EnergyType, string][] = [
  [
    "ELECTRIC",
    "electric; electricity; electricite; electrique; strom; stromrechnung; electricidad; electrica; eletrica; eletricidade; power; luz",
  ],
  ["GAS", "gas; gaz; erdgas; naturgas"],
  ["WATER", "water; eau; wasser; trinkwasser; wasserwerk; agua; aguas; hidrometro"],
  ["STEAM", "steam; vapeur; dampf; vapor"],
  ["CHILLED_WATER", "chilled; froid; kalte"],
  ["HOT_WATER", "heating; heat; chauffage; chaleur; fernwarme; warme; calefaccion"],
  ["PROPANE", "propane"],
  ["FUEL_OIL", "oil; heizol; fioul"],
  ["SOLAR", "solar"],
];

/** In the descriptions of use that the owner of the wires or pipes bills alone, and of use that a supplier bills. */
export const DELIVERY_WORDS =
  "delivery; distribution; transmission; transport; transportation; acheminement; netz; netzentgelt; netznutzung; peaje; peajes; tusd";
export const SUPPLY_WORDS =
  "supply; generation; commodity; fuel; supplier; fourniture; lieferung; suministro; fornecimento; te";
