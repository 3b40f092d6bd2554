/** What people, links, bills and logins at utilities do not allow now, in Spanish. */
import type { Form } from "./sentence-forms.ts";

export const OF_RECORDS: readonly Form[] = [
  ["No record of your company has this id.", "Su empresa no tiene ningún registro con este número."],
  ["This is the last admin: make another one first.", "Es el último administrador: cree otro antes."],
  [
    "This is the last owner of the company: make another one first.",
    "Es el último propietario de la empresa: nombre a otro antes.",
  ],
  [
    "The company has no owner yet: its first user is one.",
    "La empresa aún no tiene propietario: su primer usuario lo es.",
  ],
  ["You no longer manage the users of the company.", "Usted ya no gestiona los usuarios de la empresa."],
  ["Only an administrator may change an administrator.", "Solo un administrador puede cambiar a otro."],
  [
    "Only an administrator sets the role in the service, or a password.",
    "Solo un administrador asigna la función en el servicio o una contraseña.",
  ],
  ["A user with this e-mail address exists already.", "Ya existe un usuario con esta dirección de correo."],
  [
    "A user of your company has this e-mail address already.",
    "Un usuario de su empresa ya tiene esta dirección de correo.",
  ],
  [
    "There is an invitation for this address: renew or withdraw it.",
    "Ya hay una invitación para esta dirección: renuévela o retírela.",
  ],
  ["The invitation was {{state}}: make a new one.", "La invitación ya no vale ({{state}}): haga una nueva."],
  [
    "The invitation was accepted: switch the user off instead.",
    "La invitación se aceptó: en su lugar, desactive al usuario.",
  ],
  [
    "This invitation was used or withdrawn, or it has expired. Ask for a new link.",
    "Esta invitación se usó, se retiró o caducó. Pida otro enlace.",
  ],
  [
    "This link was used, or it has expired, or the password was changed since. Ask for a new one.",
    "Este enlace se usó, caducó, o la contraseña se cambió desde entonces. Pida otro.",
  ],
  [
    "This link was used, or it has expired. Ask the operator for a new one.",
    "Este enlace se usó o caducó. Pida otro al operador.",
  ],
  [
    "Change your own password with the present one: POST /v1/me/password.",
    "Cambie su propia contraseña en la configuración, con la actual.",
  ],
  ["The user is switched off: switch the user on first.", "El usuario está desactivado: actívelo antes."],
  ["There is already an authenticator: remove it first.", "Ya hay una aplicación de autenticación: quítela antes."],
  [
    "No authenticator is waiting for its first code.",
    "Ninguna aplicación de autenticación espera su primer código. Empiece de nuevo.",
  ],
  [
    "Remove your own app with a code: POST /v1/me/authenticator/remove.",
    "Quite su propia aplicación en la configuración, con un código.",
  ],
  ["Too many wrong authenticator codes.", "Demasiados códigos incorrectos. Espere un poco."],
  [
    "Only a user who signed in with e-mail and password may do this.",
    "Solo puede hacerlo un usuario que entró con correo y contraseña.",
  ],
  [
    "The utilities for trying the service do not run: the operator starts them, as docs/operate.md says.",
    "Las compañías de prueba no están en marcha: el operador las inicia, como dice docs/operate.md.",
  ],
  [
    "This finding is {{state}}: only an open one can be closed.",
    "Este hallazgo ya no está abierto: solo se cierra uno abierto.",
  ],
  [
    "This finding is {{state}}: only a closed one can be reopened.",
    "Este hallazgo no está cerrado: solo se reabre uno cerrado.",
  ],
  [
    "A company can have {{count}} form links: end those that are not needed.",
    "Una empresa puede tener {{count}} enlaces de formulario: termine los que no necesite.",
  ],
  [
    "This service has no mail server: copy the link and send it yourself.",
    "Este servicio no tiene servidor de correo: copie el enlace y envíelo usted.",
  ],
  ["The link opens nothing any more: renew it first.", "El enlace ya no abre nada: renuévelo antes."],
  ["The link has no address yet: give one.", "El enlace aún no tiene dirección: indique una."],
  [
    "Only an authorization of Green Button Connect at this utility can be renewed.",
    "Solo se renueva un permiso de Green Button Connect de esta compañía.",
  ],
  ["This utility does not offer Green Button Connect here.", "Esta compañía no ofrece aquí Green Button Connect."],
  [
    "A company can have {{count}} mailboxes. Delete one first.",
    "Una empresa puede tener {{count}} buzones. Elimine uno antes.",
  ],
  ["The mailbox was deleted. Make a new one.", "El buzón se eliminó. Añada uno nuevo."],
  ["The mailbox is paused. Set active to true.", "El buzón está en pausa. Reanúdelo antes."],
  [
    "The server refused this login, which is not tried again. Enter the right password.",
    "El servidor rechazó este acceso, y no se intenta de nuevo. Escriba la contraseña correcta.",
  ],
  ["Your company reads this folder of this user already.", "Su empresa ya lee esta carpeta de este usuario."],
  ["This field is required for a new host, port or user.", "Obligatorio para otro servidor, puerto o usuario."],
  ["This field is required with `move`.", "Obligatorio si los correos leídos se mueven."],
  ["This field needs `after_reading` to be `move`.", "Solo se indica si los correos leídos se mueven."],
  ["This must be another folder than the one that is read.", "Debe ser otra carpeta que la que se lee."],
  ["The company has a property at this address already.", "La empresa ya tiene una propiedad en esta dirección."],
  [
    "The bill is archived ({{reason}}) and cannot be changed.",
    "La factura está archivada y no se puede cambiar: ya hay otra en su lugar, o se anuló.",
  ],
  [
    "No bill was recognised in this document, or not its account number or date. Enter the bill with POST /v1/utility_bills and this document_id, or reject the document.",
    "En este archivo no se reconoció ninguna factura, o falta su número de cuenta o su fecha. Escríbala a mano o rechace el archivo.",
  ],
  [
    "The account of this document is not known: name it with PATCH /v1/documents/:id.",
    "No se sabe a qué cuenta pertenece este archivo: indíquela.",
  ],
  [
    "The document is rows of a spreadsheet: import the file again.",
    "El archivo son filas de una hoja de cálculo: importe la hoja otra vez.",
  ],
  [
    "The utility's website lists this document under its account.",
    "El sitio web de la compañía presenta este archivo en su cuenta: no se puede asignar a otra.",
  ],
  ["The document is {{state}}: there is nothing to decide.", "Sobre este archivo ya se decidió, o aún se lee."],
  [
    "Give the id of a utility account of your company; for a new account, give `utility_company` and `acct_num` instead.",
    "Elija una cuenta de su empresa; para una nueva, indique la compañía de servicios y el número de cuenta.",
  ],
  [
    "The document belongs to account {{id}}. Leave this field out.",
    "El archivo pertenece a la cuenta {{id}}. No indique otra.",
  ],
  [
    "A token never has more rights than the caller who makes it.",
    "Un token nunca tiene más permisos que quien lo crea.",
  ],
  [
    "Only an owner of the company ends API tokens of others.",
    "Solo un propietario de la empresa termina los tokens de otros.",
  ],
  [
    "The utility rejected this login, and a rejected login is never tried twice. Update user name or password with PATCH.",
    "La compañía rechazó este acceso, y un acceso rechazado nunca se intenta dos veces. Corrija el usuario o la contraseña.",
  ],
  [
    "No login was given for it yet: give the user name and the password with PATCH.",
    "Todavía no tiene acceso: indique el usuario y la contraseña.",
  ],
  [
    "This authorization has no password: the customer gives the permission again, see POST /v1/green_button_requests with its authorization_id.",
    "Esta conexión no tiene contraseña: el permiso se da de nuevo en la compañía de servicios.",
  ],
  [
    "This authorization was stopped and its credentials were deleted: submit the credentials again.",
    "Esta conexión se detuvo y su acceso se eliminó: indique el acceso de nuevo.",
  ],
  ["This authorization reaches no account with this id.", "Con este acceso no se llega a esa cuenta."],
  ["There is no open question from the utility.", "La compañía no espera ninguna respuesta."],
  [
    "There is no open question from the utility, or it has expired. Start again with POST /v1/authorizations/:id/inventory.",
    "La compañía no espera ninguna respuesta, o su pregunta caducó. Inicie la sesión de nuevo.",
  ],
  [
    "A login can be given at most {{count}} times in an hour.",
    "Un acceso se puede dar {{count}} veces en una hora como máximo.",
  ],
  [
    "Bills of this utility are collected: submit its login, or ask for a permission.",
    "Las facturas de esta compañía se recogen: indique su acceso o pida un permiso.",
  ],
  [
    "Codes may not be read from this mailbox: an owner sets its `reads_codes`, and it must be active.",
    "De este buzón no se pueden leer códigos: un propietario debe permitirlo, y el buzón debe estar activo.",
  ],
  ["No mailbox of your company has this id.", "Ningún buzón de su empresa tiene este número."],
  [
    "Only an owner of the company may let codes be read from a mailbox.",
    "Solo un propietario de la empresa puede permitir que se lean códigos de un buzón.",
  ],
];
