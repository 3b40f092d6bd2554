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
    "demo.add": "Look at the demo",
    "demo.text":
      "Two made-up utilities with the bills of eight buildings. They arrive within a minute or two, and one button removes them all.",
    "demo.there": "The demo data is there. The button on top removes it.",
    "demo.thereForAll": "The demo data is there. An owner of your company can remove it.",
    "demo.owner": "An owner of your company can add demo data here to look around.",
    "demo.how":
      "To look around with demo data first, run npm run demo: it starts a service of its own. Or set METERBOOK_SANDBOX_PORT=8090 and start this one again: then a button here adds the demo data.",
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
    "demo.add": "Ver la demostración",
    "demo.text":
      "Dos compañías inventadas con las facturas de ocho edificios. Llegan en uno o dos minutos, y un botón las quita todas.",
    "demo.there": "Los datos de demostración ya están. El botón de arriba los quita.",
    "demo.thereForAll": "Los datos de demostración ya están. Un propietario de su empresa puede quitarlos.",
    "demo.owner": "Un propietario de su empresa puede añadir aquí datos de demostración.",
    "demo.how":
      "Para mirar antes con datos de demostración, ejecute npm run demo: inicia un servicio propio. O ponga METERBOOK_SANDBOX_PORT=8090 y reinicie este: entonces un botón los añade aquí.",
    "next.title": "3. Después",
    "next.app": "Proteger su cuenta con una aplicación de autenticación",
    "next.people": "Invitar a colegas",
    "next.companies": "Crear más empresas, cada una con sus registros",
    "next.home": "Ir al resumen",
  },
});
