import { defineWords } from "../../app/language.ts";

export const usePermissionWords = defineWords("permission", {
  en: {
    "ask.text":
      "{{utility}} lets you share the bills without giving anybody your password. You sign in at its website, choose the accounts, and come back here. It takes some minutes.",
    "ask.go": "Continue to {{utility}}",
    "again.title": "Give the permission again",
    "again.text":
      "The person who gave it can do so at the website of the utility. If they gave it through the form, their receipt has a button for it, too.",
    "again.go": "Continue to the utility",
    "one.title": "Permission at {{utility}}",
    "one.lead": "Given at {{site}} (Green Button Connect)",
    user: "Green Button Connect",
    "back.authorized": "The permission is there. The accounts are being looked for.",
    "back.denied": "It was not permitted at the utility, so nothing is shared.",
    "back.late": "More than ten minutes went by, so nothing is shared yet. Try again.",
    "back.not_accepted": "The utility did not confirm the permission, so nothing is shared yet. Try again.",
    "back.interrupted": "It was interrupted before the permission was saved. Try again.",
    "back.utility_away": "The utility does not answer. Nothing is shared yet. Try again later.",
    "back.misconfigured": "The utility does not accept requests of this service. Its operator has to set this up.",
    "back.stopped": "The login that was to be renewed was removed. Nothing is shared.",
    "why.invalid_credentials": "The permission has ended, or was withdrawn at the utility.",
    "why.no_accounts": "The permission was given for no account. Give it again, and choose the accounts to share.",
  },
  es: {
    "ask.text":
      "{{utility}} permite compartir las facturas sin dar la contraseña a nadie. Usted entra en su sitio web, elige las cuentas y vuelve aquí. Tarda unos minutos.",
    "ask.go": "Continuar a {{utility}}",
    "again.title": "Dar el permiso de nuevo",
    "again.text":
      "Quien lo dio puede hacerlo en el sitio web de la compañía. Si lo dio con el formulario, su recibo también tiene un botón para ello.",
    "again.go": "Continuar a la compañía",
    "one.title": "Permiso en {{utility}}",
    "one.lead": "Dado en {{site}} (Green Button Connect)",
    user: "Green Button Connect",
    "back.authorized": "El permiso está dado. Se están buscando las cuentas.",
    "back.denied": "No se permitió en la compañía, así que no se comparte nada.",
    "back.late": "Pasaron más de diez minutos, así que todavía no se comparte nada. Inténtelo de nuevo.",
    "back.not_accepted": "La compañía no confirmó el permiso, así que todavía no se comparte nada. Inténtelo de nuevo.",
    "back.interrupted": "Se interrumpió antes de guardar el permiso. Inténtelo de nuevo.",
    "back.utility_away": "La compañía no responde. Todavía no se comparte nada. Inténtelo más tarde.",
    "back.misconfigured": "La compañía no acepta las solicitudes de este servicio. Su operador tiene que configurarlo.",
    "back.stopped": "Se quitó el acceso que se quería renovar. No se comparte nada.",
    "why.invalid_credentials": "El permiso ha terminado o se retiró en la compañía.",
    "why.no_accounts": "El permiso no incluye ninguna cuenta. Délo de nuevo y elija las cuentas que se comparten.",
  },
});
