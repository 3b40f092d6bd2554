import { defineWords } from "../../app/language.ts";

export const useSettingsWords = defineWords("settings", {
  en: { title: "Settings", account: "Your account", company: "Company", people: "People", rules: "Rules of findings" },
  es: {
    title: "Ajustes",
    account: "Su cuenta",
    company: "Empresa",
    people: "Personas",
    rules: "Reglas de hallazgos",
  },
});
