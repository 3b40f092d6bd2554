import { defineWords } from "../app/language.ts";

export const useCoverageWords = defineWords("coverage", {
  en: {
    "state.overlap": "billed twice",
    "state.gap": "gap",
    "state.late": "late",
    "state.partial": "partly billed",
    "state.estimated": "estimated",
    "state.complete": "complete",
    "state.not_due": "not due",
    cell: "{{property}}, {{month}}: {{state}}",
    legend: "What the cells mean",
    name: "Which months are billed",
    keys: "Arrow keys go from cell to cell, Enter says what to do.",
  },
  es: {
    "state.overlap": "facturado dos veces",
    "state.gap": "falta",
    "state.late": "atrasado",
    "state.partial": "facturado en parte",
    "state.estimated": "estimado",
    "state.complete": "completo",
    "state.not_due": "aún no se espera",
    cell: "{{property}}, {{month}}: {{state}}",
    legend: "Qué significan las casillas",
    name: "Qué meses están facturados",
    keys: "Las flechas pasan de casilla en casilla; Intro dice qué hacer.",
  },
});
