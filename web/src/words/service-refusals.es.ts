/** What deliveries, webhooks, imports, sign-ins and the service itself do not allow now, in Spanish. */
import type { Form } from "./sentence-forms.ts";

export const OF_SERVICE: readonly Form[] = [
  [
    "A company can have {{count}} deliveries. Delete one first.",
    "Una empresa puede tener {{count}} entregas. Elimine una antes.",
  ],
  ["The delivery was deleted. Make a new one.", "La entrega se eliminó. Cree otra."],
  [
    "The delivery is running. Change its content when the run is over.",
    "La entrega está en curso. Cambie su contenido cuando termine.",
  ],
  [
    "Another delivery uses the same file names. Choose another name.",
    "Otra entrega usa los mismos nombres de archivo. Elija otro nombre.",
  ],
  [
    "This must name one of `records`, `report_type` and `portfolio_report`.",
    "Elija qué contiene: datos, un informe o un informe de todas las propiedades.",
  ],
  [
    "XML is Green Button and contains only bills: choose csv, xlsx or json, or the records `bills`.",
    "XML es Green Button y solo contiene facturas: elija CSV, Excel o JSON, o las facturas.",
  ],
  [
    "Pages and PDFs are made of reports: for records choose csv, xlsx or json, or name a report.",
    "Las páginas y los PDF se hacen de informes: para datos elija CSV, Excel o JSON, o elija un informe.",
  ],
  [
    "A report is made of whole months: choose last_month, last_12_months or all.",
    "Un informe se hace de meses enteros: elija el último mes, los últimos 12 meses o todo.",
  ],
  [
    "A report over all properties is always of all: leave this out.",
    "Un informe de todas las propiedades siempre las incluye todas: no elija algunas.",
  ],
  ["These records belong to no month: choose new or all.", "Estos datos no son de ningún mes: elija lo nuevo o todo."],
  ["Only a weekly delivery has a weekday.", "Solo una entrega semanal tiene día de la semana."],
  ["Only a monthly delivery has a day of the month.", "Solo una entrega mensual tiene día del mes."],
  [
    "This service sends no mail. Its operator must set METERBOOK_SMTP_URL and METERBOOK_MAIL_FROM; until then choose another destination.",
    "Este servicio no envía correo. Su operador debe configurar METERBOOK_SMTP_URL y METERBOOK_MAIL_FROM; hasta entonces elija otro destino.",
  ],
  ["This field is required for a new endpoint or key.", "Obligatorio para otra dirección o clave."],
  [
    "Either this or `private_key` is required for a new host or user.",
    "Para otro servidor o usuario se necesita la contraseña o la clave privada.",
  ],
  [
    "This must be a private key in OpenSSH or PEM form, without a passphrase.",
    "Debe ser una clave privada en formato OpenSSH o PEM, sin contraseña.",
  ],
  ["This profile is built in. Choose another name.", "Este perfil viene con el servicio. Elija otro nombre."],
  ["This profile is built in and cannot be deleted.", "Este perfil viene con el servicio y no se puede eliminar."],
  [
    "The import is {{state}}: only an import in state checked can be confirmed.",
    "Esta importación no espera su confirmación: ya se confirmó, se detuvo o aún se lee.",
  ],
  ["The import is {{state}}: there is nothing to stop.", "Esta importación ya terminó: no hay nada que detener."],
  ["The endpoint answered 410 Gone.", "El destino respondió 410 Gone."],
  [
    "The endpoint failed for five days without one success.",
    "El destino falló durante cinco días sin ninguna entrega correcta.",
  ],
  ["The webhook was deleted. Make a new one.", "El webhook se eliminó. Cree otro."],
  [
    "A company can have {{count}} webhooks. Delete one first.",
    "Una empresa puede tener {{count}} webhooks. Elimine uno antes.",
  ],
  [
    "The webhook is switched off: nothing can be sent to it.",
    "El webhook está desactivado: no se le puede enviar nada.",
  ],
  [
    "At most {{count}} test events can be sent in a minute.",
    "Se pueden enviar {{count}} eventos de prueba por minuto como máximo.",
  ],
  [
    "At most {{count}} invitations can be made or renewed in an hour.",
    "Se pueden hacer o renovar {{count}} invitaciones por hora como máximo.",
  ],
  ["Too many logins at once.", "Demasiados inicios de sesión a la vez. Espere un poco."],
  ["Too many failed logins.", "Demasiados intentos fallidos. Espere un poco."],
  ["Too many links that do not work.", "Demasiados enlaces que no funcionan. Espere un poco."],
  ["Too many requests for a new password.", "Demasiadas solicitudes de contraseña nueva. Espere un poco."],
  ["The e-mail address or the password is wrong.", "La dirección de correo o la contraseña no es correcta."],
  ["The code is wrong, or it was used before.", "El código no es correcto o ya se usó."],
  ["This user also signs in with a code: send it as code.", "Este usuario también entra con un código."],
  ["This endpoint is for administrators.", "Esto es para administradores del servicio."],
  [
    "This endpoint is for administrators, who need an authenticator app here: POST /v1/me/authenticator sets one up.",
    "Esto es para administradores del servicio, que necesitan aquí una aplicación de autenticación: se añade en la configuración.",
  ],
  ["This endpoint is for owners of the company.", "Esto es para los propietarios de la empresa."],
  [
    "A viewer of the company reads its data and changes nothing.",
    "Con su función puede leer los datos, pero no cambiarlos.",
  ],
  ["The user of this token no longer exists.", "El usuario ya no existe."],
  ["The token is wrong or has expired.", "La sesión terminó. Entre de nuevo."],
  [
    "This link to a report has ended. Ask the person who sent it for a new one.",
    "Este enlace a un informe ya no vale. Pida otro a quien lo envió.",
  ],
  ["The token was revoked.", "La sesión terminó. Entre de nuevo."],
  [
    "The record has changed since it was read with this tag. Read it again.",
    "El registro cambió entretanto. Cargue la página de nuevo.",
  ],
  ["This file no longer exists.", "Este archivo ya no existe."],
  ["This link was not made by this service.", "Este enlace no es de este servicio."],
  ["This link has expired. Read the {{what}} again for a new one.", "Este enlace caducó. Cargue la página de nuevo."],
  [
    "Your company holds {{has}} {{quota}} of the {{most}} that its quota {{name}} allows. The operator of the service can raise it by {{setting}}.",
    "Su empresa guarda {{has}} {{quota}}, y su cuota permite {{most}}. El operador del servicio puede aumentarla con {{setting}}.",
  ],
  [
    "With this your company would hold {{has}} {{quota}} of the {{most}} that its quota {{name}} allows. The operator of the service can raise it by {{setting}}.",
    "Con esto su empresa guardaría {{has}} {{quota}}, y su cuota permite {{most}}. El operador del servicio puede aumentarla con {{setting}}.",
  ],
  ["The body is larger than 1 MB.", "Lo enviado supera 1 MB."],
  ["The file is larger than {{size}}.", "El archivo es mayor de {{size}}."],
  ["This must be the name of a file, without its folder.", "Debe ser el nombre de un archivo, sin su carpeta."],
  ["This must be a text without control characters.", "Debe ser un texto sin caracteres de control."],
  [
    "This text contains a zero character or half a character, which cannot be stored.",
    "Este texto contiene un carácter nulo o medio carácter, que no se puede guardar.",
  ],
  ["The request did not arrive completely in time.", "La solicitud no llegó completa a tiempo. Inténtelo de nuevo."],
  ["This link does not work, or has expired.", "Este enlace no funciona o caducó."],
  ["At least {{count}} characters are needed to search.", "Para buscar se necesitan al menos {{count}} caracteres."],
  [
    "At most {{count}} months are explained in one answer. {{how}}",
    "Se explican {{count}} meses a la vez como máximo. Elija menos.",
  ],
  [
    "At most {{count}} months are shown at once. Give from and to that are closer together.",
    "Se muestran {{count}} meses a la vez como máximo. Elija fechas más cercanas.",
  ],
  [
    "The host is not a name or an address, or the port is neither {{ports}} nor from {{least}} to {{most}}.",
    "El servidor no es un nombre ni una dirección, o el puerto no es {{ports}} ni de {{least}} a {{most}}.",
  ],
  [
    "Reading this file failed because of an internal error.",
    "La lectura de este archivo falló por un error del servicio.",
  ],
  ["The file is empty.", "El archivo está vacío."],
  ["The file did not arrive completely.", "El archivo no llegó completo. Envíelo de nuevo."],
  ["The database does not answer.", "La base de datos no responde."],
  [
    "The service has no room left to store this: nothing was stored.",
    "Al servicio no le queda espacio: no se guardó nada.",
  ],
  [
    "Too many requests were ahead of this one: it was not started.",
    "Había demasiadas solicitudes antes de esta: no se empezó. Inténtelo de nuevo.",
  ],
  [
    "The first request with this key failed or was interrupted, and may have taken effect. Look before you send it again.",
    "La primera solicitud con esta clave falló o se interrumpió, y puede haber tenido efecto. Compruébelo antes de enviarla de nuevo.",
  ],
  ["The file store does not answer.", "El almacén de archivos no responde."],
  [
    "Other writes of the same records were in the way.",
    "Otros estaban cambiando los mismos datos. Inténtelo de nuevo.",
  ],
  ["More than {{count}} requests in one minute.", "Más de {{count}} solicitudes en un minuto."],
  ["This is an error of the service, and it was logged.", "Es un error del servicio, y quedó registrado."],
  [
    "The months compared must end before those of the period begin.",
    "Los meses comparados deben terminar antes de que empiecen los del período.",
  ],
  ["No month begins between `from` and `to`.", "Ningún mes empieza entre las dos fechas."],
  ["At most {{count}} months are compared.", "Se comparan {{count}} meses como máximo."],
  ["At most {{count}} months: give a later from.", "{{count}} meses como máximo: elija un comienzo posterior."],
  [
    "At most {{count}} months: give a later from or an earlier to.",
    "{{count}} meses como máximo: elija un comienzo posterior o un final anterior.",
  ],
  [
    "A PDF has at most {{count}} rows, and this report has more.",
    "Un PDF tiene {{count}} filas como máximo, y este informe tiene más.",
  ],
];
