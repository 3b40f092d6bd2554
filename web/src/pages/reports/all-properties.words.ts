import { defineWords } from "../../app/language.ts";

export const useAllPropertiesWords = defineWords("allProperties", {
  en: {
    report: "Report",
    months: "Months from",
    dated: "Bills dated from",
    to: "Until",
    "type.portfolio_performance": "How the properties do against last year",
    "type.accounts_payable": "Bills to pay",
    "type.general_ledger": "Bookings (general ledger)",
    which: "Which bills",
    "which.all": "All",
    "which.new": "New since the last export",
    first: "Nothing was exported in this browser yet: all bills are new.",
    last: "Last export: {{at}}. What was saved since then is shown; a bill that was replaced or withdrawn since then comes once more.",
    mark: "Mark as exported",
    markText: "What is shown counts as exported in this browser. Download the file first.",
    marked: "The next export begins here.",
    unpaid:
      "Whether a bill has been paid is not known here. “To Pay” is the amount due of the newest bill of each account.",
    costing:
      "Cost center and ledger account come from the meter, else its account, else its property. You set them there.",
    empty: "There is nothing to show for these days",
    emptyText: "Choose other days, or bring bills.",
    noNew: "There is nothing new",
    noNewText: "No bill was saved, replaced or withdrawn since the last export.",
  },
  es: {
    report: "Informe",
    months: "Meses desde",
    dated: "Facturas desde",
    to: "Hasta",
    "type.portfolio_performance": "Cómo van las propiedades frente al año anterior",
    "type.accounts_payable": "Facturas por pagar",
    "type.general_ledger": "Asientos (libro mayor)",
    which: "Qué facturas",
    "which.all": "Todas",
    "which.new": "Nuevas desde la última exportación",
    first: "Todavía no se exportó nada en este navegador: todas las facturas son nuevas.",
    last: "Última exportación: {{at}}. Se muestra lo guardado desde entonces; una factura reemplazada o retirada desde entonces aparece una vez más.",
    mark: "Marcar como exportado",
    markText: "Lo que se muestra cuenta como exportado en este navegador. Descargue antes el archivo.",
    marked: "La próxima exportación empieza aquí.",
    unpaid:
      "Aquí no se sabe si una factura se ha pagado. «Por pagar» es el importe de la factura más reciente de cada cuenta.",
    costing:
      "El centro de costos y la cuenta contable son los del medidor, si no los de su cuenta, si no los de su propiedad. Se indican allí.",
    empty: "No hay nada que mostrar en estos días",
    emptyText: "Elija otros días, o traiga facturas.",
    noNew: "No hay nada nuevo",
    noNewText: "No se guardó, reemplazó ni retiró ninguna factura desde la última exportación.",
  },
});
