/** Every sentence of the pages in Spanish. A missing or extra key does not compile. */
import type { CatalogOf } from "../../formats/words/say.ts";
import type { en } from "./en.ts";

export const es: CatalogOf<typeof en, "many"> = {
  "frame.languages": "Idioma",
  "frame.title.check": "Revise: {{title}}",

  "ask.title": "Comparta sus facturas de servicios con {{company}}",
  "ask.lead":
    "{{company}} desea leer las facturas de servicios de su casa o edificio. Usted da sus datos de acceso una vez, y desde entonces este servicio reúne las facturas.",
  "facts.title": "Qué se lee, por cuánto tiempo y cómo detenerlo",
  "facts.read": "Qué se lee",
  "facts.read.text": "Sus facturas y su consumo, con los números de cuenta y las direcciones que aparecen en ellas.",
  "facts.never": "Qué no se hace nunca",
  "facts.never.text": "No se paga, ni se pide, ni se cambia nada en su compañía de servicios.",
  "facts.password": "Quién ve su contraseña",
  "facts.time": "Por cuánto tiempo",
  "facts.time.text": "Hasta que usted o {{company}} lo detenga.",
  "facts.stop": "Cómo detenerlo",
  "facts.stop.text":
    "Usted recibe un comprobante con un botón que borra sus datos de acceso. Las facturas ya leídas quedan en {{company}}.",
  "trust.logged":
    "Se guarda cifrada. {{company}} no puede verla. Solo pueden verla los administradores de este servicio, y cada consulta queda registrada.",
  "trust.ownAdmins":
    "Se guarda cifrada. Solo pueden verla los administradores de este servicio, y cada consulta queda registrada. Algunos de ellos son de {{company}}.",
  "trust.hidden":
    "Se guarda cifrada y se usa para entrar, para nada más. No se muestra a nadie: ni a {{company}}, ni a los administradores de este servicio.",

  "find.title": "Busque su compañía de servicios",
  "find.label": "Nombre de su compañía",
  "find.hint": "Está en su factura. También sirve la dirección de su sitio web.",
  "find.button": "Buscar",
  "find.count_one": "{{count}} compañía encontrada",
  "find.count_many": "{{count}} de compañías encontradas",
  "find.count_other": "{{count}} compañías encontradas",
  "find.none": "Aún no conocemos ninguna compañía con este nombre.",
  "find.more_one": "Hay {{count}} más. Escriba más letras para verla.",
  "find.more_many": "Hay {{count}} más. Escriba más letras para verlas.",
  "find.more_other": "Hay {{count}} más. Escriba más letras para verlas.",
  "find.others": "¿La suya no está entre ellas? Escriba su nombre para buscarla entre todas las demás.",
  "find.unlisted": "La mía no está en la lista",
  "find.notYet": "aún no se pueden recoger facturas",
  "find.unproven": "aún sin probar: díganos si no funciona",

  "wish.title": "Aún no podemos recoger facturas de {{utility}}",
  "wish.noLogin":
    "Por eso no pedimos sus datos de acceso a {{utility}}. No dé su contraseña a nadie para esto: no serviría de nada.",
  "wish.files": "Entregue usted las facturas",
  "wish.files.text": "Si tiene sus facturas en archivos PDF, pregunte a {{company}} si puede recibirlas así.",
  "wish.files.contact":
    "Si tiene sus facturas en archivos PDF, pregunte a {{company}} si puede recibirlas así. Al final de esta página está a quién preguntar.",
  "wish.tell": "Avise a {{company}}",
  "wish.tell.text":
    "{{company}} sabrá entonces que usted tiene {{utility}} y podrá pedir que se añada. Usted recibe un recibo con el que puede retirar el aviso.",
  "wish.button": "Avisar a {{company}} de que tengo {{utility}}",

  "energy.ELECTRIC": "Electricidad",
  "energy.GAS": "Gas",
  "energy.STEAM": "Vapor",
  "energy.CHILLED_WATER": "Agua helada",
  "energy.HOT_WATER": "Agua caliente",
  "energy.FUEL_OIL": "Gasóleo de calefacción",
  "energy.PROPANE": "Propano",
  "energy.DIESEL": "Diésel",
  "energy.WATER": "Agua",
  "energy.SEWER": "Alcantarillado",
  "energy.IRRIGATION": "Riego",
  "energy.STORMWATER": "Aguas pluviales",
  "energy.WASTE": "Residuos",
  "energy.SOLAR": "Energía solar",
  "energy.OTHER": "Otro",

  "login.title": "Su acceso a {{utility}}",
  "login.title.unlisted": "¿Qué compañía es?",
  "login.for": "Para {{company}}",
  "login.lead": "Escriba los datos con los que entra en {{site}}.",
  "login.lead.unlisted":
    "Escriba el sitio web donde ve sus facturas. Solo pedimos datos de acceso si podemos leer las facturas allí.",
  "login.change": "Elegir otra compañía",
  "login.website": "Sitio web de su compañía",
  "login.website.hint": "Por ejemplo, www.example.com",
  "login.username": "Usuario o correo electrónico",
  "login.password": "Contraseña",
  "login.show": "Mostrar",
  "login.show.what": "Mostrar la contraseña",
  "login.hide": "Ocultar",
  "login.hide.what": "Ocultar la contraseña",
  "login.extra": "¿Algo que nos ayude a entrar?",
  "login.extra.lead": "La mayoría de las personas lo deja vacío.",
  "login.twoFactor": "Segundo paso al entrar",
  "login.twoFactor.hint":
    "Respuestas a preguntas de seguridad, una por línea, así: “pregunta: respuesta”. O la clave de configuración de su aplicación de autenticación: así nadie tiene que escribir un código.",
  "login.other": "Algo más",
  "login.other.hint": "Por ejemplo, de qué cuentas se trata.",
  "login.receipt": "Su correo, para el recibo (si lo desea)",
  "login.receipt.hint":
    "Recibirá la dirección de su recibo, y un mensaje si su acceso deja de funcionar. {{company}} no ve esta dirección, y se borra junto con su acceso.",
  "login.button": "Compartir mis facturas",
  "login.button.unlisted": "Continuar",

  "gb.title": "Conectar con Green Button",
  "gb.offer":
    "{{utility}} le permite compartir sus facturas sin dar su contraseña a nadie. Usted entra en {{utility}} y elige qué se puede leer.",
  "gb.go": "Continuar a {{utility}}",
  "gb.or": "O dé sus datos de acceso",
  "gb.lead":
    "{{company}} desea leer las facturas de servicios de su casa o edificio. Usted lo permite en {{utility}}, y desde entonces este servicio recoge las facturas.",
  "gb.renew.lead":
    "El permiso para leer sus facturas en {{utility}} ha terminado. {{company}} le pide que lo dé de nuevo.",
  "gb.facts.password": "Su contraseña",
  "gb.facts.password.text": "Solo la escribe en {{utility}}. Ni {{company}} ni este servicio la ven.",
  "gb.facts.time.text": "Hasta que usted lo detenga, o lo haga {{company}} o {{utility}}.",
  "gb.facts.stop.text":
    "En {{utility}}, o con el recibo que obtendrá. Las facturas leídas hasta entonces quedan con {{company}}.",
  "gb.nothing": "No se compartió nada",
  "gb.someUtility": "Su compañía",
  "gb.unknown":
    "Esta dirección no corresponde a ninguna solicitud que conozcamos. Abra de nuevo el enlace que recibió.",
  "gb.foreign":
    "Esta respuesta de una compañía pertenece a otro navegador. Abra de nuevo el enlace que recibió y no cambie de navegador por el camino.",
  "gb.denied": "Usted no dio el permiso en {{utility}}, así que no se comparte nada. Todavía puede hacerlo.",
  "gb.late": "Estuvo en {{utility}} más de 10 minutos, así que todavía no se comparte nada. Vaya allí de nuevo.",
  "gb.not_accepted": "{{utility}} no confirmó su permiso, así que todavía no se comparte nada. Vaya allí de nuevo.",
  "gb.interrupted": "Esto se interrumpió antes de guardar su permiso. Vaya de nuevo a {{utility}}.",
  "gb.utility_away": "{{utility}} no responde. Todavía no se comparte nada. Inténtelo más tarde.",
  "gb.misconfigured":
    "{{utility}} no acepta por el momento las solicitudes de este servicio. Usted no tiene que hacer nada: avise a quien le envió aquí.",
  "gb.busy": "Esto se usó muchas veces en la última hora. Inténtelo más tarde.",
  "gb.stopped": "Se detuvo lo que quería renovar. No se comparte nada.",
  "gb.receipt.given": "Un permiso, dado en {{utility}}. No se dio ninguna contraseña.",
  "gb.receipt.deleted": "Un permiso en {{utility}}, que se borró y se está retirando allí.",
  "gb.receipt.forget": "Dejar de compartir",
  "gb.receipt.stopped": "Ya no se comparte nada",
  "gb.receipt.stopped.text":
    "Ya no se lee nada. El permiso se borró aquí y se está retirando en {{utility}}. Las facturas leídas antes quedan con {{company}}.",
  "gb.receipt.signing": "Estamos preguntando a {{utility}}",
  "gb.receipt.signing.text":
    "Recibimos su permiso y estamos buscando sus cuentas. Casi siempre tarda menos de un minuto.",
  "gb.detail.invalid_credentials":
    "{{utility}} ya no nos deja leer sus facturas: el permiso ha terminado o se retiró allí. Si puede continuar, délo de nuevo.",
  "gb.detail.no_accounts":
    "Usted dio el permiso en {{utility}}, pero para ninguna cuenta. Délo de nuevo y elija las cuentas que se pueden leer.",
  "gb.mend": "Dar el permiso de nuevo",
  "gb.receipt.found.text":
    "El permiso funciona. Ahora {{company}} elige qué cuentas seguir. Usted no tiene que hacer nada más.",
  "gb.step.received": "Permiso recibido",
  "gb.step.asked": "Pregunta a {{utility}}",
  "gb.forget.title": "¿Dejar de compartir?",
  "gb.forget.text":
    "Ya no se lee nada. El permiso se borra aquí y se retira en {{utility}}. No se puede deshacer; puede dar uno nuevo. Las facturas leídas antes quedan con {{company}}.",
  "gb.forget.yes": "Sí, dejar de compartir",

  "contact.title": "¿Preguntas?",
  "contact.ask": "Pregunte a {{company}}:",
  "contact.privacy": "Aviso de privacidad de {{company}}",
  "contact.says": "{{company}} dice:",

  "error.title": "Revise esto",
  "error.website.missing": "Escriba el sitio web de su compañía.",
  "error.website.none": "Esto no es una dirección web.",
  "error.website.userinfo": "Quite el usuario y la contraseña de la dirección.",
  "error.username.missing": "Escriba su usuario o correo electrónico.",
  "error.password.missing": "Escriba su contraseña.",
  "error.email.none": "Esto no es una dirección de correo.",
  "error.answer.missing": "Escriba la respuesta.",
  "error.code.missing": "Escriba el código.",
  "error.choice.missing": "Elija una opción.",
  "error.tooLong": "Esto es demasiado largo.",
  "error.unkeepable": "Esto contiene un carácter que no se puede guardar.",

  "note.stale": "Esta página estuvo abierta mucho tiempo, así que no se envió nada. Revísela y envíela otra vez.",
  "note.limit_one": "Esto se usó muchas veces en la última hora. Inténtelo de nuevo en {{count}} minuto.",
  "note.limit_many": "Esto se usó muchas veces en la última hora. Inténtelo de nuevo en {{count}} de minutos.",
  "note.limit_other": "Esto se usó muchas veces en la última hora. Inténtelo de nuevo en {{count}} minutos.",

  "receipt.stage.signing": "Estamos entrando",
  "receipt.stage.signing.text":
    "Recibimos sus datos y los estamos probando en {{utility}}. Casi siempre tarda menos de un minuto.",
  "receipt.stage.asked": "{{utility}} quiere saber que es usted",
  "receipt.stage.asked.text": "Responda aquí y seguimos.",
  "receipt.stage.needed": "Necesitamos algo de usted",
  "receipt.stage.waiting": "Esto tarda un poco más",
  "receipt.stage.ours": "Esto nos toca a nosotros",
  "receipt.stage.found": "Funcionó",
  "receipt.stage.found.text":
    "Pudimos entrar. Ahora {{company}} elige qué cuentas seguir. Usted no tiene que hacer nada más.",
  "receipt.stage.reading": "Estamos leyendo sus facturas",
  "receipt.stage.reading.text": "Usted no tiene que hacer nada más y puede cerrar esta página.",
  "receipt.stage.read": "Sus facturas están leídas",
  "receipt.stage.read.text": "Las facturas nuevas se reúnen solas. Usted no tiene que hacer nada más.",
  "receipt.stage.stopped": "Sus datos de acceso están borrados",
  "receipt.stage.stopped.text":
    "Ya no se reúne nada con ellos, y ninguna copia de seguridad de la base de datos los abre: su clave está destruida. Las facturas leídas antes quedan en {{company}}.",

  "detail.invalid_credentials":
    "{{utility}} no aceptó este usuario o esta contraseña. Pruébelos primero en {{site}}: tras varios intentos, {{utility}} puede bloquear la cuenta. Luego escríbalos aquí.",
  "detail.mfa_required":
    "{{utility}} pide un segundo paso para entrar, como un código en su teléfono. Tenga a mano su teléfono o su correo y pulse Intentar de nuevo.",
  "detail.mfa_failed": "El segundo paso en {{utility}} no funcionó. Pulse Intentar de nuevo para recibir otro.",
  "detail.account_locked": "{{utility}} ha bloqueado esta cuenta. Desbloquéela en {{site}} y pulse Intentar de nuevo.",
  "detail.password_expired": "{{utility}} quiere una contraseña nueva. Créela en {{site}} y escríbala aquí.",
  "detail.terms_pending":
    "{{utility}} quiere que usted acepte condiciones nuevas. Entre en {{site}}, acéptelas y pulse Intentar de nuevo.",
  "detail.portal_changed":
    "El sitio web de {{utility}} es distinto del que conocemos. Usted no tiene que hacer nada: ya tenemos el aviso.",
  "detail.portal_down":
    "El sitio web de {{utility}} no responde. Usted no tiene que hacer nada: lo intentamos de nuevo solos.",
  "detail.rate_limited":
    "El sitio web de {{utility}} nos pide esperar. Usted no tiene que hacer nada: lo intentamos de nuevo solos.",
  "detail.quota_exceeded":
    "{{company}} guarda por ahora tantas facturas como puede. Usted no tiene que hacer nada: seguimos solos en cuanto haya sitio.",
  "detail.login_limit":
    "Hemos entrado en {{utility}} tantas veces como se puede en un día. Usted no tiene que hacer nada: entraremos de nuevo en cuanto se pueda.",
  "detail.unsupported_portal":
    "Aún no podemos leer facturas de {{site}}. Si la dirección está mal, corríjala aquí. Si está bien, usted no tiene que hacer nada: {{company}} puede pedir que se añada esta compañía.",
  "detail.readable": "Podemos leer las facturas de {{utility}}. Escriba sus datos de acceso de {{site}}.",
  "detail.no_accounts":
    "Pudimos entrar, pero no encontramos cuentas. ¿Son estos los datos correctos? Si no, escriba aquí los correctos.",
  "detail.fault": "Algo falló de nuestro lado. Usted no tiene que hacer nada: ya tenemos el aviso y lo arreglamos.",
  "detail.retry": "Próximo intento",

  "step.received": "Datos recibidos",
  "step.request": "Solicitud recibida",
  "step.signIn": "Entrada en {{utility}}",
  "step.accounts": "Cuentas encontradas",
  "step.accounts.count_one": "{{count}} cuenta encontrada",
  "step.accounts.count_many": "{{count}} de cuentas encontradas",
  "step.accounts.count_other": "{{count}} cuentas encontradas",
  "step.bills": "Facturas leídas",
  "step.bills.count": "{{read}} de {{total}} facturas leídas",
  "step.bills.review": "{{read}} de {{total}} facturas leídas; {{company}} revisa {{review}} más",
  "step.is.done": "hecho",
  "step.is.now": "en curso",
  "step.is.held": "en espera",
  "step.is.todo": "pendiente",
  "step.is.wrong": "detenido",

  "mend.title": "Escriba otra vez sus datos de acceso",
  "mend.title.first": "Escriba sus datos de acceso",
  "mend.title.website": "Corrija la dirección",
  "mend.button": "Probar estos datos",
  "mend.button.website": "Usar esta dirección",
  "mend.retry": "Intentar de nuevo",

  "challenge.mail.waiting":
    "{{company}} dispuso que leamos estos códigos de un buzón. Esperamos el correo y escribimos el código; si usted lo tiene, puede escribirlo aquí.",
  "challenge.mail.not_found":
    "{{company}} dispuso que leamos estos códigos de un buzón, pero no llegó ningún correo a tiempo, o no quedó claro qué número es el código. Escríbalo aquí.",
  "challenge.mail.mailbox_failing":
    "{{company}} dispuso que leamos estos códigos de un buzón, pero ahora no se puede leer el buzón. Escriba el código aquí.",
  "challenge.code": "Código",
  "challenge.wrong": "No se aceptó. Inténtelo una vez más.",
  "challenge.time_one": "Tiene alrededor de {{count}} minuto para responder.",
  "challenge.time_many": "Tiene alrededor de {{count}} de minutos para responder.",
  "challenge.time_other": "Tiene alrededor de {{count}} minutos para responder.",
  "challenge.tries_one": "Queda {{count}} intento.",
  "challenge.tries_many": "Quedan {{count}} de intentos.",
  "challenge.tries_other": "Quedan {{count}} intentos.",
  "challenge.button": "Continuar",
  "challenge.approved": "Ya lo aprobé",
  "challenge.notApproved": "No se aprobó a tiempo, o se rechazó. Apruébelo en la aplicación y pulse el botón otra vez.",
  "challenge.words": "El texto es de {{utility}}, en sus propias palabras.",
  "challenge.again": "No recibí ningún código",
  "challenge.again.text":
    "Entramos una vez más. {{utility}} envía entonces un código nuevo, y quizá le deje elegir otra forma de recibirlo.",
  "challenge.gone":
    "La pregunta se cerró antes de que llegara su respuesta. Pulse Intentar de nuevo y {{utility}} preguntará otra vez.",

  "live.lost": "Sin conexión. Esta página lo intenta de nuevo sola.",
  "live.again": "Comprobar otra vez",

  "receipt.title": "Su comprobante",
  "receipt.number": "Número",
  "receipt.date": "Recibido",
  "receipt.stopped": "Detenido",
  "receipt.company": "Compartido con",
  "receipt.utility": "Compañía",
  "receipt.website": "Sitio web",
  "receipt.given": "Lo que usted dio",
  "receipt.given.login": "Usuario y contraseña. La contraseña no se muestra aquí.",
  "receipt.given.extra":
    "Usuario, contraseña y notas que ayudan a entrar. La contraseña y las notas no se muestran aquí.",
  "receipt.given.website": "La dirección del sitio web. No se pidieron datos de acceso.",
  "receipt.given.deleted":
    "El usuario y la contraseña están borrados. Solo queda constancia de que se dieron y de cuándo se borraron.",
  "receipt.keep":
    "Guarde la dirección de esta página: con ella puede ver cómo va y detenerlo. No la comparta con nadie.",
  "receipt.mailing": "También va por correo a la dirección que dio.",
  "receipt.mailed": "También se envió por correo a la dirección que dio.",
  "receipt.another": "Añadir otra cuenta",
  "receipt.forget": "Detener y borrar mis datos",
  "receipt.withdraw": "Retirar mi solicitud",

  "forget.title": "¿Borrar sus datos de acceso?",
  "forget.text":
    "La lectura se detiene. Su usuario y contraseña de {{utility}}, y todo lo demás que usted dio para entrar, se borran, y la clave con la que estaban cifrados se destruye: ninguna copia de seguridad de la base de datos los abre ya. No se puede deshacer. Las facturas leídas antes quedan en {{company}}.",
  "forget.yes": "Sí, borrar mis datos",
  "forget.no": "No, volver",
  "withdraw.title": "¿Retirar su solicitud?",
  "withdraw.text": "{{company}} ya no espera entonces sus facturas de {{utility}}. Usted no dio datos de acceso.",
  "withdraw.yes": "Sí, retirarla",
  "withdraw.done": "Su solicitud está retirada",
  "withdraw.done.text": "{{company}} ya no espera sus facturas de {{utility}}. Usted no dio datos de acceso.",

  "dead.unknown.title": "Este enlace no funciona",
  "dead.unknown.text":
    "Puede que le falte una parte. Ábralo otra vez desde el mensaje que recibió, o pida uno nuevo a quien se lo envió.",
  "dead.closed.title": "Este enlace está cerrado",
  "dead.closed.text":
    "{{company}} lo cerró o lo cambió por uno nuevo. Pida el enlace nuevo a {{company}}. Lo que usted compartió antes queda como está.",
  "dead.setup.title": "Este enlace no funciona",
  "dead.setup.text":
    "Ya se usó o es demasiado antiguo. Mientras no haya administrador, el servicio imprime uno nuevo cada vez que arranca.",

  "mail.title": "¿Dejar de recibir estos mensajes?",
  "mail.text": "{{company}} envía «{{name}}» a {{address}}.",
  "mail.stop": "Dejar de recibir «{{name}}»",
  "mail.stopAll": "Dejar de recibir todos los informes y archivos de {{company}}",
  "mail.stopped.title": "Ya no recibirá estos mensajes",
  "mail.stopped.text": "{{address}} ya no recibe mensajes de «{{name}}» de {{company}}. {{company}} puede verlo.",
  "mail.resume": "Volver a recibirlos",

  "problem.foreign.title": "Esto se envió desde otro sitio",
  "problem.foreign.text": "Por eso no se guardó nada. Abra el enlace que recibió y envíe el formulario desde allí.",
  "problem.large.title": "Es demasiado texto",
  "problem.large.text": "No se guardó nada. Vuelva atrás, acórtelo y envíelo otra vez.",
  "problem.away.title": "El servicio no puede responder ahora",
  "problem.away.text": "Inténtelo de nuevo en un minuto.",
  "problem.fault.title": "Algo falló de nuestro lado",
  "problem.fault.text": "Quedó registrado. Inténtelo más tarde, o dé este número al operador: {{request}}",
  "problem.other.title": "Esto no funcionó",
  "problem.other.text": "Abra otra vez el enlace que recibió e inténtelo desde allí.",

  "setup.title": "Cree el primer administrador",
  "setup.lead":
    "Un administrador crea compañías y usuarios, y ve las autorizaciones de todas las compañías. Este enlace sirve una vez.",
  "setup.name": "Su nombre",
  "setup.email": "Correo electrónico",
  "setup.email.hint": "Con él iniciará sesión.",
  "setup.password": "Contraseña",
  "setup.password.hint": "Al menos 12 caracteres; lo mejor es una frase larga.",
  "setup.button": "Crear administrador",
  "setup.error.name": "Escriba un nombre.",
  "setup.error.email": "Escriba un correo electrónico.",
  "setup.error.password": "Escriba al menos 12 caracteres.",
  "setup.error.taken": "Ya existe un usuario con este correo electrónico.",
  "setup.done.title": "El administrador está creado",
  "setup.done.dashboard": "Iniciar sesión en el panel",
  "setup.done.signIn": "Inicie sesión como {{email}}: la respuesta trae un token para las demás solicitudes.",
  "setup.done.next": "Después cree una compañía y su primer usuario.",
  "setup.done.guide": "Lo mismo paso a paso, con las líneas para copiar (en inglés)",
  "setup.done.start": "Página de inicio",
  "setup.done.api": "La API como documento OpenAPI",
};
