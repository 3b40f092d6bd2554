/** The names, meanings and rules of reports in Spanish, by their English text; a test finds those that are missing. */

/** By label. */
export const SPANISH_NAMES: Readonly<Record<string, string>> = {
  "Meter Number": "Medidor",
  Month: "Mes",
  "Bill Start": "Inicio",
  "Bill End": "Fin",
  Days: "Días",
  "Energy Type": "Energía",
  Usage: "Uso",
  "Usage Unit": "Unidad",
  kBtu: "kBtu",
  "CO2 (metric tons)": "CO2 (toneladas métricas)",
  "Usage Cost": "Costo del uso",
  "Demand Cost": "Costo de la demanda",
  "Service Cost": "Costo del servicio",
  "Interim Rate Cost": "Costo de tarifas provisionales",
  "Other Cost": "Otros costos",
  Tax: "Impuestos",
  "Total Cost": "Costo total",
  "Cost per Day": "Costo por día",
  Estimated: "Estimado",
  Bills: "Facturas",
  "Utility Company": "Compañía de servicios",
  "Account Number": "Número de cuenta",
  "Invoice Date": "Fecha de la factura",
  "Usage per Day": "Uso por día",
  "Cost per Unit": "Costo por unidad",
  "Billed Demand": "Demanda facturada",
  "Measured Demand": "Demanda medida",
  "Demand Unit": "Unidad de la demanda",
  "Load Factor (%)": "Factor de carga (%)",
  "Cost per Demand Unit": "Costo por unidad de demanda",
  "Highest Demand Last 12 Months": "Demanda más alta en 12 meses",
  Demand: "Demanda",
  "Average Unit Cost": "Costo medio por unidad",
  "Days Billed": "Días facturados",
  "Month Complete": "Mes completo",
  "kBtu per sq ft": "kBtu por pie²",
  Cost: "Costo",
  "Cost per sq ft": "Costo por pie²",
  HDD: "Grados día de calefacción",
  CDD: "Grados día de refrigeración",
  "Same Month Last Year kBtu": "kBtu del mismo mes del año anterior",
  "Change (%)": "Cambio (%)",
  "Rolling 12-Month kBtu per sq ft": "kBtu por pie² en 12 meses",
  Date: "Fecha",
  Type: "Tipo",
  Description: "Descripción",
  Value: "Valor",
  Unit: "Unidad",
  "Baseline Adjusted Use": "Uso esperado",
  "Actual Use": "Uso real",
  "Avoided Use": "Uso evitado",
  "Use Unit": "Unidad",
  "Adjusted Cost": "Costo esperado",
  "Actual Cost": "Costo real",
  "Cost Avoidance": "Costo evitado",
  Model: "Modelo",
  R2: "R2",
  "CV(RMSE) (%)": "CV(RMSE) (%)",
  "Uncertainty at 90 % (+/-)": "Incertidumbre al 90 % (+/-)",
  Flags: "Observaciones",
  "Baseline Period": "Periodo de referencia",
  "Savings Period": "Periodo del ahorro",
  Months: "Meses",
  "Avoided kBtu": "kBtu evitados",
  "Cost Avoidance (%)": "Costo evitado (%)",
  "Of It Fixed Charges": "De ello, cargos fijos",
  "Avoided CO2 (metric tons)": "CO2 evitado (toneladas métricas)",
  "Cumulative Avoidance": "Evitado hasta ahora",
  "Base Load Use": "Uso base",
  "Heating Use": "Uso de calefacción",
  "Cooling Use": "Uso de refrigeración",
  "Special Adjustment": "Ajuste especial",
  "Floor Area Factor": "Factor de superficie",
  "Heating Balance Point": "Punto de equilibrio de calefacción",
  "Cooling Balance Point": "Punto de equilibrio de refrigeración",
  "Base per Day": "Base por día",
  "Slope per HDD": "Por grado día de calefacción",
  "Slope per CDD": "Por grado día de refrigeración",
  "NMBE (%)": "NMBE (%)",
  "Baseline Start": "Inicio de la referencia",
  "Baseline End": "Fin de la referencia",
  "Savings Start": "Inicio del ahorro",
};

/** By meaning. */
export const SPANISH_MEANINGS: Readonly<Record<string, string>> = {
  "Number on the meter, else that of its account in brackets; marked when it is a supply meter.":
    "Número del medidor, si no, el de su cuenta entre paréntesis; se indica cuando es un medidor de suministro.",
  "Number on the meter, else that of its account in brackets; empty for the whole property or a bill of several meters.":
    "Número del medidor, si no, el de su cuenta entre paréntesis; vacío para toda la propiedad o una factura de varios medidores.",
  "Calendar month.": "Mes del calendario.",
  "First day that the bill covers.": "Primer día que cubre la factura.",
  "First day that the bill does not cover.": "Primer día que la factura ya no cubre.",
  "Bill End less Bill Start.": "Fin menos inicio.",
  "What the meter measures.": "Lo que mide el medidor.",
  "In the unit as billed; empty when it is billed in more than one unit.":
    "En la unidad facturada; vacío cuando se factura en más de una unidad.",
  "Unit of the usage, as printed on the bill.": "Unidad del uso, como figura en la factura.",
  "The same energy in thousands of British thermal units; empty for water.":
    "La misma energía en miles de unidades térmicas británicas; vacío para el agua.",
  "CO2 equivalent of the energy.": "CO2 equivalente de la energía.",
  "Charges for usage.": "Cargos por el uso.",
  "Charges for the highest demand.": "Cargos por la demanda más alta.",
  "Charges that do not depend on use, such as a customer charge.":
    "Cargos que no dependen del uso, como un cargo por cliente.",
  "Charges and credits of rates that are not final.": "Cargos y créditos de tarifas que no son definitivas.",
  "Other charges and credits.": "Otros cargos y créditos.",
  "Taxes and fees of public bodies.": "Impuestos y tasas de organismos públicos.",
  "All charges together, without payments and balances.": "Todos los cargos juntos, sin pagos ni saldos.",
  "Total cost / days.": "Costo total / días.",
  "The bill, or a read on it, was estimated by the utility.": "La compañía estimó la factura, o una lectura de ella.",
  "A bill or a read that the month is made of was estimated by the utility.":
    "La compañía estimó una factura o una lectura de las que se compone el mes.",
  "The bills behind the row.": "Las facturas en que se basa la fila.",
  "The company that sent the bill.": "La compañía que envió la factura.",
  "Number of the billed account.": "Número de la cuenta facturada.",
  "Date of the bill.": "Fecha de la factura.",
  "Usage / days, in the unit of the usage.": "Uso / días, en la unidad del uso.",
  "Total cost / usage; empty when the usage is not positive.": "Costo total / uso; vacío cuando el uso no es positivo.",
  "The highest demand that was billed, else the highest measured.":
    "La demanda más alta que se facturó, si no, la más alta medida.",
  "The highest demand that was measured, in the unit of the billed.":
    "La demanda más alta que se midió, en la unidad de la facturada.",
  "Unit of the demand, as printed on the bill.": "Unidad de la demanda, como figura en la factura.",
  "Usage / (Measured Demand, else Billed Demand, x 24 hours x Days); only of electric energy and real power.":
    "Uso / (demanda medida, si no, facturada, x 24 horas x días); solo de energía eléctrica y potencia activa.",
  "Charges for the demand.": "Cargos por la demanda.",
  "Demand Cost / Billed Demand.": "Costo de la demanda / demanda facturada.",
  "Of the meter's bills whose period ends in the 12 months up to Bill End, in the unit of this demand.":
    "De las facturas del medidor cuyo periodo termina en los 12 meses hasta el fin, en la unidad de esta demanda.",
  "Usage / Days Billed, in the unit of the usage.": "Uso / días facturados, en la unidad del uso.",
  "The highest of the bills that touch the month, billed before measured.":
    "La más alta de las facturas que tocan el mes, la facturada antes que la medida.",
  "kW where bills state kW or MW, else as printed.": "kW cuando las facturas indican kW o MW, si no, como figura.",
  "Total Cost / Days Billed.": "Costo total / días facturados.",
  "Total Cost / Usage; empty when the usage is not positive.": "Costo total / uso; vacío cuando el uso no es positivo.",
  "Days of the month that a bill covers.": "Días del mes que cubre una factura.",
  "Every day of service of the month is billed exactly once.":
    "Cada día de servicio del mes está facturado exactamente una vez.",
  "kBtu / floor area.": "kBtu / superficie.",
  "Cost / floor area.": "Costo / superficie.",
  "Heating degree days of the property's weather station with base 65 °F; empty when days are missing.":
    "Grados día de calefacción de la estación meteorológica de la propiedad con base 65 °F; vacío cuando faltan días.",
  "Cooling degree days of the property's weather station with base 65 °F; empty when days are missing.":
    "Grados día de refrigeración de la estación meteorológica de la propiedad con base 65 °F; vacío cuando faltan días.",
  "kBtu of the same month of the year before; nothing where that month is not complete.":
    "kBtu del mismo mes del año anterior; nada donde ese mes no está completo.",
  "Of kBtu against the year before; nothing where one of the two months is not complete.":
    "De los kBtu frente al año anterior; nada donde uno de los dos meses no está completo.",
  "Of the twelve months that end with this one; nothing unless all twelve are complete.":
    "De los doce meses que terminan con este; nada si no están completos los doce.",
  "Every meter in service is billed for every day, exactly once.":
    "Cada medidor en servicio está facturado todos los días, exactamente una vez.",
  "Day of the event, as defined by the rules of Type.": "Día del suceso, según las reglas del tipo.",
  "What happened, in words.": "Lo que pasó, en palabras.",
  "The figure that the event is about.": "La cifra de que trata el suceso.",
  "Unit of the value.": "Unidad del valor.",
  "Change of the value against its comparison.": "Cambio del valor frente a aquello con lo que se compara.",
  "What the baseline would have used in the weather of the period, with the adjustments.":
    "Lo que se habría usado según la referencia con el clima del periodo, con los ajustes.",
  "As billed.": "Según la factura.",
  "Baseline adjusted use less actual use; negative when more was used.":
    "Uso esperado menos uso real; negativo cuando se usó más.",
  "Unit of the use; kBtu when meters are billed in different units.":
    "Unidad del uso; kBtu cuando los medidores se facturan en distintas unidades.",
  "Baseline adjusted use x average unit cost.": "Uso esperado x costo medio por unidad.",
  "All charges of the bills.": "Todos los cargos de las facturas.",
  "Adjusted cost less actual cost.": "Costo esperado menos costo real.",
  "The factors that explain the use of the baseline.": "Los factores que explican el uso de la referencia.",
  "Share of the variation in use per day that the model explains, 0 to 1.":
    "Parte de la variación del uso por día que explica el modelo, de 0 a 1.",
  "The model's error for a period of the baseline, relative to the mean use.":
    "El error del modelo en un periodo de la referencia, respecto al uso medio.",
  "In 9 of 10 cases the true avoided use of all periods shown is within this distance of the figure, in the unit of the use.":
    "En 9 de 10 casos el uso evitado real de todos los periodos mostrados está a esta distancia de la cifra, en la unidad del uso.",
  "Remarks on the row; the notes explain each name.": "Observaciones sobre la fila; las notas explican cada una.",
  "First and last day of the bills that the models use.": "Primer y último día de las facturas que usan los modelos.",
  "First day of the first and last day of the last bill since the savings began.":
    "Primer día de la primera y último día de la última factura desde que empezó el ahorro.",
  "Days of the savings period in months of 365 / 12 days.": "Días del periodo del ahorro en meses de 365 / 12 días.",
  "The avoided use as energy.": "El uso evitado como energía.",
  "Cost avoidance / adjusted cost.": "Costo evitado / costo esperado.",
  "The part of the cost avoidance that comes from spreading fixed charges (service_cost) over the use: less use does not lower them.":
    "La parte del costo evitado que viene de repartir los cargos fijos sobre el uso: usar menos no los baja.",
  "CO2 equivalent of the avoided use, by the factor of the current bills; not a measured reduction.":
    "CO2 equivalente del uso evitado, según el factor de las facturas actuales; no es una reducción medida.",
  "Heating degree days of the period at the balance point of the model.":
    "Grados día de calefacción del periodo en el punto de equilibrio del modelo.",
  "Cooling degree days of the period at the balance point of the model.":
    "Grados día de refrigeración del periodo en el punto de equilibrio del modelo.",
  "Actual cost / actual use of the bill; without use, that of the last earlier bill with use.":
    "Costo real / uso real de la factura; sin uso, el de la última factura anterior con uso.",
  "Cost avoidance of the meter up to and including the row.": "Costo evitado del medidor hasta esta fila inclusive.",
  "Of the model: the use that does not depend on the weather.": "Del modelo: el uso que no depende del clima.",
  "Of the model: slope x heating degree days.": "Del modelo: pendiente x grados día de calefacción.",
  "Of the model: slope x cooling degree days.": "Del modelo: pendiente x grados día de refrigeración.",
  "The amount that special_adjustments add, in the unit of the use.":
    "La cantidad que añaden los ajustes especiales, en la unidad del uso.",
  "The factor by which the use of the model is multiplied.": "El factor por el que se multiplica el uso del modelo.",
  "Mean temperature below which heating begins.": "Temperatura media por debajo de la cual empieza la calefacción.",
  "Mean temperature above which cooling begins.": "Temperatura media por encima de la cual empieza la refrigeración.",
  "Use per day without heating and cooling.": "Uso por día sin calefacción ni refrigeración.",
  "Use for each heating degree day.": "Uso por cada grado día de calefacción.",
  "Use for each cooling degree day.": "Uso por cada grado día de refrigeración.",
  "Mean of actual less modelled use in the baseline, relative to the mean use.":
    "Media del uso real menos el del modelo en la referencia, respecto al uso medio.",
  "First day of the model's periods.": "Primer día de los periodos del modelo.",
  "First day after the model's periods.": "Primer día después de los periodos del modelo.",
  "First day of the savings.": "Primer día del ahorro.",
};

const AVOIDANCE =
  "Las facturas de los 365 días antes de que empezara el ahorro dan un modelo del uso según el clima (CalTRACK 2.0, mensual). " +
  "El uso evitado es lo que el modelo espera con el clima de una factura posterior, con la superficie y los ajustes especiales, " +
  "menos lo facturado. Se valora al costo medio por unidad de la misma factura. Las filas son periodos de facturación; una " +
  "factura que empezó antes del ahorro se omite.";

/** By the title of the report. */
export const SPANISH_RULES: Readonly<Record<string, string>> = {
  "Utility meter history":
    "Una fila por cada factura de cada medidor, con las líneas del propio medidor. Las facturas archivadas se omiten: una " +
    "factura corregida sustituye a la original. Los periodos terminan en el primer día no cubierto. Una factura pertenece al " +
    "intervalo de días que contiene su último día. El uso está en la unidad facturada, y nunca se suman cantidades en " +
    "unidades distintas.",
  "Utility meter demand history":
    "Una fila por cada factura de un medidor que indica una demanda. La demanda facturada va antes que la medida. Las facturas " +
    "archivadas se omiten: una factura corregida sustituye a la original. Los periodos terminan en el primer día no cubierto. " +
    "Una factura pertenece al intervalo de días que contiene su último día.",
  "Monthly meter history":
    "Una fila por cada mes del calendario de cada medidor, desde su primera hasta su última factura. Cada línea de una factura " +
    "se reparte entre los meses por días enteros y se redondea de modo que los meses de una línea sumen su importe; un cargo " +
    "de una sola fecha va entero a su mes. La demanda nunca se reparte: cuenta la más alta de las facturas que tocan el mes. " +
    "El uso está en la unidad facturada, y nunca se suman cantidades en unidades distintas.",
  "Energy history detail":
    "Una fila por cada mes del calendario de cada tipo de energía. Las líneas de las facturas se reparten entre los meses por " +
    "días enteros. Donde el suministro y la distribución de un servicio se facturan por separado, cuentan ambos costos y la " +
    "energía una vez. Las cifras por pie² son de la superficie actual. Dos meses solo se comparan cuando ambos están completos.",
  "Cost avoidance summary": `${AVOIDANCE} Una fila suma los medidores de un tipo de energía, cada uno con su propio modelo.`,
  "Cost avoidance detail": AVOIDANCE,
  "Cost avoidance expanded": AVOIDANCE,
  "Property energy journal":
    "Sucesos y hallazgos, lo más reciente primero; las entradas sin día van al final. Los hallazgos vienen de las facturas " +
    "vigentes; las archivadas aparecen cuando se corrigieron. Un hallazgo significa que conviene revisar una factura, no que " +
    "esté mal.",
};
