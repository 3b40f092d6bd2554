import { defineWords } from "../../app/language.ts";

export const useWelcomeWords = defineWords("welcome", {
  en: {
    title: "Welcome, {{name}}",
    lead: "Three steps to the first figures.",
    "company.title": "1. Your company",
    "company.sentence": "This name stands on every page, and on the form that asks tenants for their login.",
    "company.name": "Name of the company",
    "company.saved": "Saved",
    "bills.title": "2. The first bills",
    "bills.sentence":
      "With the online login of a utility the service fetches its bills by itself. Or bring bills that you have, as PDF files or spreadsheets.",
    connect: "Connect a utility",
    bring: "Bring bills",
    demo: "To look around with sample data first, run npm run demo: it starts a service of its own.",
    "next.title": "3. Then",
    "next.app": "Protect your account with an authenticator app",
    "next.people": "Invite colleagues",
    "next.companies": "Make further companies, each with its own records",
    "next.home": "Go to the overview",
  },
  es: {
    title: "Le damos la bienvenida, {{name}}",
    lead: "Tres pasos hasta las primeras cifras.",
    "company.title": "1. Su empresa",
    "company.sentence": "Este nombre está en cada página, y en el formulario que pide su acceso a los inquilinos.",
    "company.name": "Nombre de la empresa",
    "company.saved": "Guardado",
    "bills.title": "2. Las primeras facturas",
    "bills.sentence":
      "Con el acceso en línea de una compañía, el servicio recoge sus facturas por sí mismo. O cargue las facturas que tenga, como archivos PDF u hojas de cálculo.",
    connect: "Conectar una compañía",
    bring: "Cargar facturas",
    demo: "Para mirar antes con datos de muestra, ejecute npm run demo: inicia un servicio propio.",
    "next.title": "3. Después",
    "next.app": "Proteger su cuenta con una aplicación de autenticación",
    "next.people": "Invitar a colegas",
    "next.companies": "Crear más empresas, cada una con sus registros",
    "next.home": "Ir al resumen",
  },
});
