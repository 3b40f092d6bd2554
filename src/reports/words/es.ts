/** The sentences of reports in Spanish. A missing or extra key does not compile. */
import type { CatalogOf } from "../../formats/words/say.ts";
import type { en } from "./en.ts";

export const es: CatalogOf<typeof en, "many"> = {
  "when.months_one": "en {{last}}",
  "when.months_other": "en los {{count}} meses hasta {{last}}",
  "when.months_many": "en los {{count}} de meses hasta {{last}}",
  "change.more": "{{percent}} más que el año anterior",
  "change.less": "{{percent}} menos que el año anterior",
  "change.same": "lo mismo que el año anterior",
  "change.moreShort": "{{percent}} más",
  "change.lessShort": "{{percent}} menos",
  "change.sameShort": "lo mismo",
  "compared.year": "frente al año anterior",
  "use.of": "{{amount}} {{unit}} de {{energy}}",

  "answer.none":
    "Todavía no hay facturas de {{property}}. Conecte su compañía de servicios, suba sus facturas o importe su historial; el informe se llena solo.",
  "answer.noneInRange":
    "No hay facturas de {{property}} para estos días. Pida otros días, o mire su cobertura para ver qué meses están facturados.",
  "answer.noCompleteMonth":
    "Ningún mes de {{property}} está facturado del todo, así que nada se puede comparar. Mire su cobertura para ver qué facturas faltan.",
  "answer.history.intensity":
    "{{property}} usó {{intensity}} kBtu por pie² {{when}}{{change}}, y costó {{cost}}{{costChange}}.",
  "answer.history.use": "{{property}} usó {{use}} {{when}}{{change}}, y costó {{cost}}{{costChange}}.",
  "answer.history.cost":
    "{{property}} costó {{cost}} {{when}}{{costChange}}; no se sabe de todos los meses cuánta energía usó.",
  "answer.history.noCost": "{{property}} usó {{use}} {{when}}{{change}}; no se conoce ningún costo.",
  "answer.partly": " Por ahora están completos {{count}} de {{all}} meses; un año entero necesita 12.",
  "answer.monthly": "{{property}} costó {{cost}} {{when}}{{costChange}}; usó {{use}}.",
  "answer.bills_one": "A {{property}} se le facturó {{cost}} en {{count}} factura, {{days}}.",
  "answer.bills_other": "A {{property}} se le facturó {{cost}} en {{count}} facturas, {{days}}.",
  "answer.bills_many": "A {{property}} se le facturó {{cost}} en {{count}} de facturas, {{days}}.",
  "answer.bills.noCost_one": "Hay {{count}} factura de {{property}}, {{days}}, sin ningún cargo.",
  "answer.bills.noCost_other": "Hay {{count}} facturas de {{property}}, {{days}}, sin ningún cargo.",
  "answer.bills.noCost_many": "Hay {{count}} de facturas de {{property}}, {{days}}, sin ningún cargo.",
  "answer.bills.gaps_one": " Faltan días entre dos facturas en {{count}} lugar: las notas dicen cuál.",
  "answer.bills.gaps_other": " Faltan días entre dos facturas en {{count}} lugares: las notas dicen cuáles.",
  "answer.bills.gaps_many": " Faltan días entre dos facturas en {{count}} de lugares: las notas dicen cuáles.",
  "answer.demand":
    "La demanda más alta de {{property}} {{when}} fue de {{demand}} {{unit}}, en {{month}}{{change}}; los cargos por demanda fueron {{cost}}, el {{share}} de lo que costó la electricidad.",
  "answer.demand.noCost":
    "La demanda más alta de {{property}} {{when}} fue de {{demand}} {{unit}}, en {{month}}{{change}}; sus facturas no tienen cargo por demanda.",
  "answer.demand.none":
    "Ninguna factura de {{property}} indica una demanda en kW. Puede que su tarifa no la tenga; si la factura en papel la muestra, abra la factura y revise cómo se leyó.",
  "answer.demand.noneInRange":
    "Ninguna factura de {{property}} indica una demanda en kW para estos días. Pida otros días.",
  "answer.saved":
    "{{property}} ahorró {{saved}} de {{adjusted}} ({{percent}}) desde el {{since}}, con un margen de {{band}}.",
  "answer.saved.noBand":
    "{{property}} ahorró {{saved}} de {{adjusted}} ({{percent}}) desde el {{since}}; no se puede decir con qué certeza.",
  "answer.saved.nothing":
    "No se ahorró nada medible en {{property}} desde el {{since}}: {{saved}} de {{adjusted}}, menos que la incertidumbre de {{band}}.",
  "answer.saved.more":
    "{{property}} costó {{more}} más de lo esperado desde el {{since}}: el {{percent}} de {{adjusted}}, con un margen de {{band}}.",
  "answer.saved.moreNoBand":
    "{{property}} costó {{more}} más de lo esperado desde el {{since}}: el {{percent}} de {{adjusted}}; no se puede decir con qué certeza.",
  "answer.saved.unknown": "No se puede decir lo que ahorró una medida en {{property}}: {{reasons}} {{todo}}",
  "answer.saved.assumed":
    " No hay inicio del ahorro anotado: las facturas se comparan con los primeros 12 meses completos.",
  "answer.saved.todo":
    "Anote el día en que la medida quedó lista como inicio del ahorro, y compruebe que los 12 meses anteriores estén facturados.",
  "answer.journal_one":
    "{{property}} tiene {{count}} entrada que conviene revisar: {{kinds}}. Sus facturas están completas hasta {{through}}.",
  "answer.journal_other":
    "{{property}} tiene {{count}} entradas que conviene revisar: {{kinds}}. Sus facturas están completas hasta {{through}}.",
  "answer.journal_many":
    "{{property}} tiene {{count}} de entradas que conviene revisar: {{kinds}}. Sus facturas están completas hasta {{through}}.",
  "answer.journal.notComplete_one":
    "{{property}} tiene {{count}} entrada que conviene revisar: {{kinds}}. Ningún mes está facturado del todo.",
  "answer.journal.notComplete_other":
    "{{property}} tiene {{count}} entradas que conviene revisar: {{kinds}}. Ningún mes está facturado del todo.",
  "answer.journal.notComplete_many":
    "{{property}} tiene {{count}} de entradas que conviene revisar: {{kinds}}. Ningún mes está facturado del todo.",
  "answer.journal.nothing": "En {{property}} no hay nada que revisar. Sus facturas están completas hasta {{through}}.",
  "answer.journal.nothingYet": "En {{property}} no hay nada que revisar, pero ningún mes está facturado del todo.",
  "answer.journal.noneOfTypes": "Ninguna entrada de {{property}} es de los tipos pedidos.",
  "answer.journal.ofTypes_one": "{{property}} tiene {{count}} entrada de los tipos pedidos.",
  "answer.journal.ofTypes_other": "{{property}} tiene {{count}} entradas de los tipos pedidos.",
  "answer.journal.ofTypes_many": "{{property}} tiene {{count}} de entradas de los tipos pedidos.",

  "tile.cost": "Costo",
  "tile.energy": "Energía",
  "tile.intensity": "Energía por pie²",
  "tile.carbon": "CO2",
  "tile.through": "Completo hasta",
  "tile.bills": "Facturas",
  "tile.billed": "Facturado",
  "tile.estimatedBills": "Facturas estimadas",
  "tile.gaps": "Huecos entre facturas",
  "tile.costPerDay": "Costo por día",
  "tile.demand": "Demanda más alta",
  "tile.demandCost": "Cargos por demanda",
  "tile.demandShare": "Parte del costo de la electricidad",
  "tile.saved": "Ahorrado",
  "tile.savedPercent": "Ahorro del costo esperado",
  "tile.uncertainty": "Incertidumbre, más o menos",
  "tile.adjustedCost": "Costo esperado",
  "tile.actualCost": "Costo real",

  "chart.energyByType": "Energía por tipo",
  "chart.useOfType": "{{energy}}: uso",
  "chart.costByType": "Costo por tipo",
  "chart.yearOverYear": "Energía, año tras año",
  "chart.useYearOverYear": "{{energy}}, año tras año",
  "chart.demand": "Demanda eléctrica más alta por mes",
  "chart.demandOfMeter": "Medidor {{meter}}",
  "chart.highestOfYear": "La más alta de 12 meses",
  "chart.baselineActual": "{{energy}}: uso esperado y real",
  "chart.expected": "Esperado sin la medida",
  "chart.actual": "Real",
  "chart.cumulative": "Ahorrado hasta ahora",
  "chart.cumulativeName": "Ahorrado",
  "chart.fit": "{{meter}}: uso y temperatura exterior",
  "chart.fitBaseline": "Facturas antes del ahorro",
  "chart.fitSavings": "Facturas desde entonces",
  "chart.fitModel": "Modelo",
  "chart.temperature": "Temperatura exterior media, °F",
  "chart.perDay": "{{unit}} por día",
  "chart.entries": "Entradas que conviene revisar, por mes",

  "note.usageMixed": "El uso no tiene total: es de distintos tipos de energía o en distintas unidades.",
  "note.usageSeparately":
    "El uso no tiene total: es de distintos tipos de energía o en distintas unidades. Por separado: {{each}}.",
  "note.usageOf": "{{energy}} {{amount}} {{unit}}",
  "note.gap_one": "Medidor {{meter}}: ninguna factura cubre {{days}} ({{count}} día).",
  "note.gap_other": "Medidor {{meter}}: ninguna factura cubre {{days}} ({{count}} días).",
  "note.gap_many": "Medidor {{meter}}: ninguna factura cubre {{days}} ({{count}} de días).",
  "note.overlap_one": "Medidor {{meter}}: dos facturas cubren {{days}} ({{count}} día).",
  "note.overlap_other": "Medidor {{meter}}: dos facturas cubren {{days}} ({{count}} días).",
  "note.overlap_many": "Medidor {{meter}}: dos facturas cubren {{days}} ({{count}} de días).",
  "note.morePeriods_one": "Y {{count}} periodo más de este tipo.",
  "note.morePeriods_other": "Y {{count}} periodos más de este tipo.",
  "note.morePeriods_many": "Y {{count}} de periodos más de este tipo.",
  "note.unknown.unit": "kBtu y CO2 se desconocen: no se sabe cuánta energía contiene la unidad facturada ({{rows}}).",
  "note.unknown.place":
    "El CO2 de la electricidad se desconoce: el lugar del medidor no tiene código postal ni estado que indique su red ({{rows}}).",
  "note.unknown.factor": "El CO2 se desconoce: no hay factor para este tipo de energía ({{rows}}).",
  "note.partial":
    "Parciales, porque en ellos empieza la primera factura de un medidor o termina la última: {{months}}. Compare sus cifras por día, no por mes.",
  "note.late":
    "El medidor {{meter}} ({{energy}}) no tiene facturas después de {{month}}, y deja incompletos los meses siguientes. Si está fuera de servicio, anote su fecha de baja.",
  "note.notCollected":
    "El medidor {{meter}} ({{energy}}) cuenta hasta {{month}}: las facturas de su cuenta no se recogen.",
  "note.stale": "Acaba de llegar o cambiar una factura, y los meses se están calculando de nuevo.",
  "note.staleMeter":
    "Medidor {{meter}}: acaba de llegar o cambiar una factura, y sus meses se están calculando de nuevo.",
  "note.noArea": "La propiedad no tiene superficie: las cifras por pie² se desconocen. Anótela en la propiedad.",
  "note.noStation": "La propiedad no tiene estación meteorológica: los grados día se desconocen.",
  "note.noWeather": "Los grados día no se muestran en {{months}}: faltan días en {{station}}.",
  "note.mixed": "Facturado en más de una unidad, por lo que el uso no se suma: {{rows}}.",
  "note.missingMonths":
    "Faltan facturas, o dos cubren los mismos días: {{months}}. Compare sus cifras por día, no por mes.",
  "note.unpriced": "Sin cargo propio, así que en ningún costo: {{rows}}.",
  "note.demandTotal": "Las demandas no se suman: los picos de medidores y meses pueden ser en momentos distintos.",
  "note.noDemand": "Ninguna factura indica una demanda.",
  "note.silent": "Se omiten {{bills}} de estos medidores sin demanda.",
  "note.savingsBegin": "El ahorro empieza el {{days}}.",
  "note.unmodelled_one": "Sin modelo: {{some}} de {{count}} medidor; las observaciones dicen por qué.",
  "note.unmodelled_other": "Sin modelo: {{some}} de {{count}} medidores; las observaciones dicen por qué.",
  "note.unmodelled_many": "Sin modelo: {{some}} de {{count}} de medidores; las observaciones dicen por qué.",
  "note.notInTotal": "No en todos los totales: {{periods}} cuyo uso, clima o costo se desconoce.",
  "note.avoidanceGap_one":
    "Medidor {{meter}} ({{energy}}): ninguna factura cuenta para {{days}} ({{count}} día); no está en ningún total.",
  "note.avoidanceGap_other":
    "Medidor {{meter}} ({{energy}}): ninguna factura cuenta para {{days}} ({{count}} días); estos días no están en ningún total.",
  "note.avoidanceGap_many":
    "Medidor {{meter}} ({{energy}}): ninguna factura cuenta para {{days}} ({{count}} de días); estos días no están en ningún total.",
  "note.flag": "{{flag}}: {{sentence}}",
  "note.fixed":
    "Los cargos fijos son {{share}}costo evitado ({{fixed}}): el costo medio por unidad los reparte sobre el uso, y usar menos no los baja. Sin ellos es {{without}}.",
  "note.fixedShare": "el {{percent}} del ",
  "note.carbonEquivalent":
    "El CO2 evitado es el equivalente del uso evitado según el factor de las facturas actuales, no una reducción medida.",
  "note.useTotal": "El uso no tiene total: los medidores se facturan en distintas unidades.",
  "note.noTotal": "{{figure}} no tiene total: el de {{types}} se desconoce.",
  "figure.avoidedKbtus": "kBtu evitados",
  "figure.avoidedCarbon": "CO2 evitado",
  "note.noShare":
    "Propiedad: floor_area_changes no tiene efecto, porque ningún floor_area_share dice qué parte del uso crece con la superficie.",
  "note.notUsed": "{{owner}}: {{key}} de los metadatos no se usa, porque no es {{form}}.",
  "note.entryNotUsed": "{{owner}}: la entrada {{place}} de {{key}} de los metadatos no se usa; se requiere {{form}}.",
  "owner.property": "Propiedad",
  "owner.meter": "Medidor {{meter}}",
  "note.notesNoList": "metadata.notes de {{owner}} no es una lista de {date, text}.",
  "note.noteLeftOut": "metadata.notes[{{place}}] de {{owner}} se omite: necesita una fecha (AAAA-MM-DD) y un texto.",
  "owner.theProperty": "la propiedad",
  "owner.theMeter": "el medidor {{meter}}",
  "model.models": "{{count}} modelos: {{models}}",

  "entry.complete": "{{month}} es el último mes completo para todos los medidores en servicio.",
  "entry.certified": "Certificado ENERGY STAR, según lo anotado.",
  "entry.added": "Facturado desde aquí: {{service}}.",
  "entry.removed": "Fuera de servicio: {{service}}.",
  "entry.lastBill": "Las facturas de esta cuenta no se recogen: {{service}}.",
  "entry.service": "{{utility}}, cuenta {{account}}",
  "entry.bill": "Factura {{days}}.",
  "entry.billUse": "Factura {{days}}: {{use}}.",
  "entry.billNoPeriod": "Factura sin periodo.",
  "entry.billNoPeriodUse": "Factura sin periodo: {{use}}.",
  "entry.estimated": "La compañía estimó lo que se usó.",
  "entry.edited": "La factura del {{date}} se archivó: {{reason}}.",
  "entry.replaced": " La sustituye una factura corregida del {{date}}.",
  "entry.notReplaced": " Ninguna factura la sustituye.",
  "entry.accepted": " Aceptada aunque no cuadra: {{findings}}.",
  "entry.gap": "Ninguna factura cubre {{days}}.",
  "entry.overlap": "Dos facturas cubren {{days}}.",
  "entry.spike": "El uso por día está {{change}} {{usual}} ({{figure}} {{unit}}).",
  "entry.spike.years": "la media del mismo mes en otros años",
  "entry.spike.median": "la mediana de las demás facturas",
  "entry.peak": "La demanda está {{change}} la más alta de los 12 meses anteriores ({{figure}} {{unit}}).",
  "entry.rate": "El uso cuesta {{rate}}/{{unit}}, {{change}} lo de la factura anterior ({{before}}).",
  "entry.above": "un {{percent}} por encima de",
  "entry.below": "un {{percent}} por debajo de",
  "reason.edited": "corregida",
  "reason.rebilled": "facturada de nuevo",
  "reason.cancelled": "cancelada",
  "reason.duplicate": "duplicada",
  "reason.voided": "anulada",
};
