import { defineWords } from "./language.ts";

export const useShellWords = defineWords("shell", {
  en: {
    skip: "To the content",
    menu: "Menu",
    "menu.open": "Open the menu",
    "menu.close": "Close the menu",
    home: "Overview",
    account: "Account of {{name}}",
    language: "Language",
    "scheme.dark": "Dark colours",
    "scheme.light": "Light colours",
    signOut: "Sign out",
    "live.away": "Live updates are interrupted. Figures may be out of date.",
  },
  es: {
    skip: "Ir al contenido",
    menu: "Menú",
    "menu.open": "Abrir el menú",
    "menu.close": "Cerrar el menú",
    home: "Resumen",
    account: "Cuenta de {{name}}",
    language: "Idioma",
    "scheme.dark": "Colores oscuros",
    "scheme.light": "Colores claros",
    signOut: "Cerrar sesión",
    "live.away": "Las actualizaciones en vivo se interrumpieron. Las cifras pueden no estar al día.",
  },
});
