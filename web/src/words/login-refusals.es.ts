/** Why a login at a utility does not go on, in Spanish, with the names of the utility and its website. */
import type { Form } from "./sentence-forms.ts";

const NOTHING_TO_DO = "No hace falta que haga nada";

export const OF_LOGINS: readonly Form[] = [
  [
    "{{utility}} did not accept this user name or password. Check them by signing in at {{site}}, then give them again.",
    "{{utility}} no aceptó este usuario o esta contraseña. Compruébelos entrando en {{site}} y escríbalos de nuevo.",
  ],
  [
    "{{utility}} asks for a second sign-in step that we cannot pass on to you. If {{site}} lets you turn it off, do so and start the sign-in again.",
    "{{utility}} pide un segundo paso que no le podemos presentar. Si {{site}} permite desactivarlo, hágalo e inicie la sesión de nuevo.",
  ],
  [
    "{{utility}} did not accept the answer to the second sign-in step and allows no other one now. Start the sign-in again to get a new question.",
    "{{utility}} no aceptó la respuesta al segundo paso y ahora no admite otra. Inicie la sesión de nuevo para recibir otra pregunta.",
  ],
  [
    "{{utility}} did not accept that answer. You have one try left. {{question}}",
    "{{utility}} no aceptó esa respuesta. Le queda un intento. {{question}}",
  ],
  [
    "{{utility}} did not accept that answer. You have {{count}} tries left. {{question}}",
    "{{utility}} no aceptó esa respuesta. Le quedan {{count}} intentos. {{question}}",
  ],
  [
    "{{utility}} asks for a code: “{{prompt}}” Give it within {{minutes}} minutes.",
    "{{utility}} pide un código: «{{prompt}}» Escríbalo antes de {{minutes}} minutos.",
  ],
  [
    "{{utility}} asks a security question: “{{prompt}}” Answer it within {{minutes}} minutes.",
    "{{utility}} hace una pregunta de seguridad: «{{prompt}}» Contéstela antes de {{minutes}} minutos.",
  ],
  [
    "{{utility}} wants you to choose: “{{prompt}}” Choose within {{minutes}} minutes.",
    "{{utility}} pide que elija: «{{prompt}}» Elija antes de {{minutes}} minutos.",
  ],
  [
    "{{utility}} wants you to approve the sign-in in its app: “{{prompt}}” Do so, then confirm it within {{minutes}} minutes.",
    "{{utility}} pide que apruebe el inicio de sesión en su aplicación: «{{prompt}}» Hágalo y confírmelo antes de {{minutes}} minutos.",
  ],
  [
    "The second sign-in step of {{utility}} was not answered within {{minutes}} minutes. Start the sign-in again to get a new question.",
    "El segundo paso de {{utility}} no se contestó en {{minutes}} minutos. Inicie la sesión de nuevo para recibir otra pregunta.",
  ],
  [
    "{{utility}} has locked this account. Unlock it at {{site}}, then let us try again.",
    "{{utility}} ha bloqueado esta cuenta. Desbloquéela en {{site}} y permita otro intento.",
  ],
  [
    "{{utility}} wants a new password for this account. Set one at {{site}}, then give it again.",
    "{{utility}} quiere una contraseña nueva para esta cuenta. Créela en {{site}} y escríbala de nuevo.",
  ],
  [
    "{{utility}} wants you to accept new terms first. Sign in at {{site}} and accept them, then let us try again.",
    "{{utility}} quiere que se acepten condiciones nuevas. Entre en {{site}}, acéptelas y permita otro intento.",
  ],
  [
    "The website of {{utility}} looks different from what we know. You do not need to do anything: we are notified and will adapt.",
    `El sitio web de {{utility}} no es como el servicio lo conoce. ${NOTHING_TO_DO}: el operador recibe un aviso y lo adaptará.`,
  ],
  [
    "The website of {{utility}} is not answering. You do not need to do anything: we will try again automatically.",
    `El sitio web de {{utility}} no responde. ${NOTHING_TO_DO}: se intenta de nuevo por sí solo.`,
  ],
  [
    "The website of {{utility}} asks us to wait. You do not need to do anything: we will try again automatically.",
    `El sitio web de {{utility}} pide esperar. ${NOTHING_TO_DO}: se intenta de nuevo por sí solo.`,
  ],
  [
    "We have signed in at {{utility}} as often as allowed in one day. You do not need to do anything: we will sign in again as soon as possible.",
    `Se ha entrado en {{utility}} tantas veces como se permite en un día. ${NOTHING_TO_DO}: se entrará de nuevo en cuanto se pueda.`,
  ],
  [
    "We cannot read bills from {{site}} yet. Check the website address; if it is right, the operator has to add this utility.",
    "Las facturas de {{site}} todavía no se pueden recoger. Compruebe la dirección; si es correcta, el operador debe añadir esta compañía.",
  ],
  [
    "No bills of {{utility}} are collected now: your company holds as many files or bills as its quota allows, which GET /v1/quotas shows. Ask the operator of the service to raise it; collection then continues automatically.",
    "Ahora no se recogen facturas de {{utility}}: su empresa guarda tantos archivos o facturas como permite su cuota. Pida al operador que la aumente; después sigue por sí solo.",
  ],
  [
    "We could sign in at {{utility}} but found no utility accounts there. Is this the right login?",
    "La sesión en {{utility}} se inició, pero no se encontraron cuentas. ¿Es el acceso correcto?",
  ],
  [
    "{{utility}} no longer lets us read your bills: the permission has ended, or was withdrawn there. If we may go on, give it again.",
    "{{utility}} ya no permite leer sus facturas: el permiso ha terminado o se retiró allí. Délo de nuevo para seguir.",
  ],
  [
    "You gave us the permission at {{utility}}, but for no utility account. Give it again, and choose the accounts that we may read.",
    "El permiso que dio en {{utility}} no incluye ninguna cuenta. Délo de nuevo y elija las cuentas que se pueden leer.",
  ],
  [
    "{{utility}} answers in a way that we do not know. You do not need to do anything: we are notified and will adapt.",
    `{{utility}} responde de un modo que no se conoce. ${NOTHING_TO_DO}: el operador recibe un aviso y lo adaptará.`,
  ],
  [
    "{{utility}} is not answering. You do not need to do anything: we will try again automatically.",
    `{{utility}} no responde. ${NOTHING_TO_DO}: se intenta de nuevo por sí solo.`,
  ],
  [
    "{{utility}} is preparing the data, or asks us to wait. You do not need to do anything: we will try again automatically.",
    `{{utility}} prepara los datos o pide esperar. ${NOTHING_TO_DO}: se intenta de nuevo por sí solo.`,
  ],
  [
    "We cannot read bills of {{utility}} with your permission at present. The operator of the service has to set this up.",
    "Por ahora las facturas de {{utility}} no se pueden leer con su permiso. El operador del servicio debe configurarlo.",
  ],
  [
    "Something went wrong on our side while we visited {{site}}. You do not need to do anything: we are notified and will fix it.",
    `Algo falló en el servicio al visitar {{site}}. ${NOTHING_TO_DO}: el operador recibe un aviso y lo arreglará.`,
  ],
];
