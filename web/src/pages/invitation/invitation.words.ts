import { defineWords } from "../../app/language.ts";

export const useInvitationWords = defineWords("invitation", {
  en: {
    title: "You are invited",
    titleOf: "You are invited to {{company}}",
    dead: "This invitation no longer works",
    deadText:
      "It was used or withdrawn, or it is older than seven days. Ask the person who invited you for a new link. If you have a password already, sign in.",
    signIn: "Sign in",
    email: "E-mail address",
    name: "Your name",
    password: "Choose a password",
    hint: "At least 12 characters. A long sentence is best.",
    act: "Join",
    "role.viewer": "You will see everything of the company, and change nothing.",
    "role.editor": "You will see and change bills, properties and connections of the company.",
    "role.owner": "You will manage the company and its people.",
  },
  es: {
    title: "Tiene una invitación",
    titleOf: "{{company}} le invita",
    dead: "Esta invitación ya no sirve",
    deadText:
      "Se usó o se retiró, o tiene más de siete días. Pida un enlace nuevo a quien le invitó. Si ya tiene contraseña, inicie sesión.",
    signIn: "Iniciar sesión",
    email: "Correo electrónico",
    name: "Su nombre",
    password: "Elija una contraseña",
    hint: "Al menos 12 caracteres. Lo mejor es una frase larga.",
    act: "Entrar",
    "role.viewer": "Verá todo lo de la empresa, y no cambiará nada.",
    "role.editor": "Verá y cambiará facturas, propiedades y conexiones de la empresa.",
    "role.owner": "Administrará la empresa y a sus personas.",
  },
});
