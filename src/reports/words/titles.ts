/** What each report is called, and what it answers, in every language. */
import type { PageLanguage } from "../../records/company.ts";
import type { ReportType } from "../../records/report.ts";

type Texts = Record<PageLanguage, string>;

export const REPORT_TITLES: Record<ReportType, Texts> = {
  utility_meter_history: { en: "Utility meter history", es: "Historial de facturas por medidor" },
  utility_meter_demand_history: { en: "Utility meter demand history", es: "Historial de la demanda" },
  monthly_meter_history: { en: "Monthly meter history", es: "Historial mensual por medidor" },
  energy_history_detail_report: { en: "Energy history detail", es: "Historial de energía en detalle" },
  cost_avoidance_summary: { en: "Cost avoidance summary", es: "Resumen del costo evitado" },
  cost_avoidance_detail: { en: "Cost avoidance detail", es: "Detalle del costo evitado" },
  cost_avoidance_expanded: { en: "Cost avoidance expanded", es: "Costo evitado con su modelo" },
  property_energy_journal: { en: "Property energy journal", es: "Diario de energía de la propiedad" },
};

export const REPORT_DESCRIPTIONS: Record<ReportType, Texts> = {
  utility_meter_history: {
    en: "What was billed, bill by bill and meter by meter.",
    es: "Lo que se facturó, factura por factura y medidor por medidor.",
  },
  utility_meter_demand_history: {
    en: "What peaks of demand cost, and how evenly power is used.",
    es: "Lo que cuestan los picos de demanda, y con qué regularidad se usa la electricidad.",
  },
  monthly_meter_history: {
    en: "What each meter used and cost in each calendar month.",
    es: "Lo que cada medidor usó y costó en cada mes del calendario.",
  },
  energy_history_detail_report: {
    en: "How the property compares with the year before, by energy and per square foot.",
    es: "Cómo está la propiedad frente al año anterior, por energía y por pie cuadrado.",
  },
  cost_avoidance_summary: {
    en: "Whether a measure has paid off, in one line for each energy.",
    es: "Si una medida ha dado resultado, en una línea por cada energía.",
  },
  cost_avoidance_detail: {
    en: "What a measure saved, bill by bill.",
    es: "Lo que ahorró una medida, factura por factura.",
  },
  cost_avoidance_expanded: {
    en: "What a measure saved, bill by bill, with the model of use and weather.",
    es: "Lo que ahorró una medida, factura por factura, con el modelo de uso y clima.",
  },
  property_energy_journal: {
    en: "What happened at the property, and what is worth checking, the newest first.",
    es: "Lo que pasó en la propiedad y lo que conviene revisar, lo más reciente primero.",
  },
};
