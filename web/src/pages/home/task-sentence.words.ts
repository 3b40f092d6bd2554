import { defineWords } from "../../app/language.ts";

export const useTaskWords = defineWords("task", {
  en: {
    "what.document_unreadable": "{{what}}",
    "what.document_in_review": "{{what}}",
    "what.bill_late": "{{what}}",
    "what.meter_without_bill": "{{what}}",
    "what.mailbox_failing": "{{what}}",
    "what.delivery_failing": "{{what}}",
    "what.webhook_failing": "{{what}}",
    "what.import_to_confirm": "{{what}}",
  },
  es: {
    "what.document_unreadable": "No se reconoció ninguna factura en «{{name}}».",
    "what.document_in_review": "«{{name}}» espera revisión.",
    "what.bill_late":
      "La factura de la cuenta {{acct_num}} de {{utility}} para los días desde el {{from}} se esperaba el {{expected_on}} y no ha llegado.",
    "what.meter_without_bill":
      "El medidor {{meter_num}} de la cuenta {{acct_num}} no tiene factura desde el {{from}}, y su cuenta está facturada hasta el {{until}}.",
    "what.mailbox_failing": "No llegan las facturas del buzón «{{name}}».",
    "what.delivery_failing": "La entrega «{{name}}» no llegó.",
    "what.webhook_failing": "{{endpoint_url}} no acepta los avisos.",
    "what.import_to_confirm":
      "La importación de «{{name}}» está comprobada, y no se guarda nada hasta que se confirme.",
  },
});
