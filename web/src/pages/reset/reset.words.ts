import { defineWords } from "../../app/language.ts";

export const useResetWords = defineWords("reset", {
  en: {
    new: "Choose a new password",
    password: "New password",
    hint: "At least 12 characters. A long sentence is best.",
    code: "Code of your authenticator app",
    codeHint: "Six digits, or one of your recovery codes.",
    act: "Set the password and sign in",
    dead: "This link no longer works",
    deadText: "It was used, or it is older than an hour. Ask for a new one.",
    askAgain: "Ask for a new link",
    forgot: "Forgot the password?",
    forgotText:
      "If the service has a mail server, you get a link by mail. Otherwise an owner of your company can make one for you under Settings, People.",
    email: "E-mail address",
    ask: "Send me a link",
    asked:
      "If there is a user with this address and the service can send mail, a link is on its way. It works for an hour. No mail? Ask an owner of your company for a link.",
    signIn: "Back to the sign-in",
  },
  es: {
    new: "Elija una contraseña nueva",
    password: "Contraseña nueva",
    hint: "Al menos 12 caracteres. Lo mejor es una frase larga.",
    code: "Código de su aplicación de autenticación",
    codeHint: "Seis dígitos, o uno de sus códigos de recuperación.",
    act: "Guardar la contraseña e iniciar sesión",
    dead: "Este enlace ya no sirve",
    deadText: "Se usó, o tiene más de una hora. Pida uno nuevo.",
    askAgain: "Pedir un enlace nuevo",
    forgot: "¿Olvidó la contraseña?",
    forgotText:
      "Si el servicio tiene un servidor de correo, recibirá un enlace. Si no, un propietario de su empresa puede crear uno en Ajustes, Personas.",
    email: "Correo electrónico",
    ask: "Enviarme un enlace",
    asked:
      "Si hay un usuario con esta dirección y el servicio puede enviar correo, el enlace está en camino. Sirve una hora. ¿No llega? Pida un enlace a un propietario de su empresa.",
    signIn: "Volver a iniciar sesión",
  },
});
