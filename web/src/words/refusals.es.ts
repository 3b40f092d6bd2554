/** The refusals of the service in Spanish: each sentence of its own with the same values. */
import type { Form } from "./sentence-forms.ts";
import { OF_FIELDS } from "./field-refusals.es.ts";
import { OF_MAILS, OF_TABLES } from "./file-refusals.es.ts";
import { OF_LOGINS } from "./login-refusals.es.ts";
import { OF_RECORDS } from "./record-refusals.es.ts";
import { OF_SERVICE } from "./service-refusals.es.ts";

export const REFUSALS: readonly Form[] = [
  ...OF_FIELDS,
  ...OF_RECORDS,
  ...OF_SERVICE,
  ...OF_TABLES,
  ...OF_MAILS,
  ...OF_LOGINS,
];

/** By the kind of the problem, in one line; the service's own sentence stands below when it is not among these. */
export const KINDS: Record<string, string> = {
  "malformed-request": "El servicio no entendió la solicitud.",
  unauthenticated: "La sesión terminó. Entre de nuevo.",
  forbidden: "Su función no permite esto.",
  "not-found": "Esto ya no existe.",
  "dead-link": "Este enlace no funciona.",
  conflict: "Ahora no se puede hacer esto.",
  "quota-exceeded": "Su empresa llegó al límite de una cuota.",
  "precondition-failed": "Los datos cambiaron entretanto. Cargue la página de nuevo.",
  "payload-too-large": "Lo enviado es demasiado grande.",
  "unsupported-media-type": "Este tipo de archivo no se acepta aquí.",
  "request-timeout": "La solicitud tardó demasiado en llegar.",
  invalid: "Un valor no se acepta.",
  "does-not-add-up": "La factura no cuadra.",
  "too-many-requests": "Demasiadas solicitudes. Espere un poco.",
  unavailable: "El servicio no puede responder ahora.",
  "storage-full": "Al servicio no le queda espacio.",
  internal: "El servicio falló. Inténtelo más tarde.",
  unreachable: "El servicio no responde. Compruebe la conexión.",
  timeout: "El servicio no respondió a tiempo.",
};
