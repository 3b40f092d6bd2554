import { defineWords } from "../../app/language.ts";

export const useSignInWords = defineWords("sign-in", {
  en: {
    title: "Sign in",
    email: "E-mail address",
    password: "Password",
    code: "Code of your authenticator app",
    "code.hint": "Six digits, or one of your recovery codes.",
    act: "Sign in",
    "link.opening": "You are being signed in.",
    "link.instead": "Sign in with a password",
    forgot: "Forgot the password?",
  },
  es: {
    title: "Iniciar sesión",
    email: "Correo electrónico",
    password: "Contraseña",
    code: "Código de su aplicación de autenticación",
    "code.hint": "Seis dígitos, o uno de sus códigos de recuperación.",
    act: "Iniciar sesión",
    "link.opening": "Se está iniciando su sesión.",
    "link.instead": "Iniciar sesión con contraseña",
    forgot: "¿Olvidó la contraseña?",
  },
});
