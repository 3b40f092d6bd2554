/** What is said against tables, spreadsheets and mails, in Spanish. */
import type { Form } from "./sentence-forms.ts";

/** Of the table of a budget, and of spreadsheets that are not read at all. */
export const OF_TABLES: readonly Form[] = [
  ["Line {{line}}, {{field}}: {{fault}}", "Línea {{line}}, {{field}}: {{fault}}"],
  [
    "The first line must have a column {{name}}. Download the table to see its form.",
    "La primera línea debe tener una columna {{name}}. Descargue la tabla para ver su forma.",
  ],
  [
    "The first line must have a column for each month, such as {{example}}.",
    "La primera línea debe tener una columna por mes, como {{example}}.",
  ],
  ["At most {{count}} months can be sent at once.", "Se pueden enviar {{count}} meses a la vez como máximo."],
  ["The first line names this column twice.", "La primera línea nombra esta columna dos veces."],
  ["This must be the id of a property, such as {{example}}.", "Debe ser el número de una propiedad, como {{example}}."],
  ["This must be a service such as {{example}}, or {{all}}.", "Debe ser un servicio como {{example}}, o {{all}}."],
  [
    "Line {{line}} is about the same property and service.",
    "La línea {{line}} es de la misma propiedad y el mismo servicio.",
  ],
  [
    "This must be an amount with at most two decimals, such as {{example}}, or empty.",
    "Debe ser un importe con dos decimales como máximo, como {{example}}, o quedar vacío.",
  ],
  ["Your company has no property {{id}}.", "Su empresa no tiene la propiedad {{id}}."],
  ["The table has more than {{count}} rows.", "La tabla tiene más de {{count}} filas."],
  ["The file has more than {{count}} rows. Split it.", "El archivo tiene más de {{count}} filas. Divídalo."],
  [
    "A quotation mark is opened and not closed: the file cannot be split into rows.",
    "Unas comillas se abren y no se cierran: el archivo no se puede dividir en filas.",
  ],
  ["The workbook has no sheet.", "El libro no tiene ninguna hoja."],
  ["The workbook has more than {{count}} sheets. Split it.", "El libro tiene más de {{count}} hojas. Divídalo."],
  [
    "A row of the workbook says that it is row {{row}}.",
    "Una fila del libro dice ser la fila {{row}}, que no puede existir.",
  ],
  [
    "The file is not a readable workbook: it is damaged, locked with a password, or of another kind.",
    "El archivo no es un libro que se pueda leer: está dañado, protegido con contraseña o es de otro tipo.",
  ],
  [
    "The file is a workbook in the old format or locked with a password. Save it as .xlsx without a password.",
    "El archivo es un libro en el formato antiguo o protegido con contraseña. Guárdelo como .xlsx sin contraseña.",
  ],
  ["The file is not a spreadsheet: it is {{format}}.", "El archivo no es una hoja de cálculo, sino {{format}}."],
  [
    "{{row}} has the date of a read and no period, and the profile {{profile}} does not say which end of its period that is. {{set}}",
    "En el archivo hay fechas de lectura sin período, y el perfil {{profile}} no dice si el período termina o empieza con ellas. Indíquelo y envíe el archivo otra vez.",
  ],
  [
    "Row {{row}} has no column {{columns}}, by which the profile {{profile}} selects its rows.",
    "La fila {{row}} no tiene la columna {{columns}}, por la que el perfil {{profile}} elige sus filas.",
  ],
  [
    "Row {{row}} has no column for {{fields}}, which the profile {{profile}} requires. The utility company and the account can be given with the file.",
    "La fila {{row}} no tiene columna para {{fields}}, que el perfil {{profile}} necesita. La compañía de servicios y la cuenta se pueden indicar con el archivo.",
  ],
  [
    "More than one profile matches the header in row {{row}}, and they may read the rows differently: {{names}}. Send the file again and name the intended one: {{how}}.",
    "Varios perfiles coinciden con los títulos de la fila {{row}} y pueden leer las filas de distinta forma: {{names}}. Elija uno.",
  ],
  [
    "{{sheet}} has the use of properties by calendar month, which Portfolio Manager calculated from their bills. Send the bills themselves: download the whole portfolio there, and send that workbook. Its sheet Meter Entries has them.",
    "El archivo tiene el consumo por mes, que Portfolio Manager calculó de las facturas. Envíe las facturas: descargue allí la cartera completa y envíe ese libro. Están en su hoja Meter Entries.",
  ],
  [
    "No header row was found: its columns match no profile. Name one, or use the template. The first row with text has: {{cells}}.",
    "No se encontró la fila de títulos: las columnas no coinciden con ningún perfil. Elija uno o use la plantilla. La primera fila con texto tiene: {{cells}}.",
  ],
  [
    "No header row was found: the profile {{profile}} needs the columns {{columns}}. The first row with text has: {{cells}}.",
    "No se encontró la fila de títulos: el perfil {{profile}} necesita las columnas {{columns}}. La primera fila con texto tiene: {{cells}}.",
  ],
  [
    "The sheets {{one}} and {{other}} both have matching rows, but for different profiles. Send a workbook for each.",
    "Las hojas {{one}} y {{other}} tienen filas para perfiles distintos. Envíe un libro para cada una.",
  ],
];

/** Of mails and their files. */
export const OF_MAILS: readonly Form[] = [
  [
    "It is not from one of the senders of the mailbox, so that its files were not fetched.",
    "No viene de ninguno de los remitentes del buzón, así que no se tomaron sus archivos.",
  ],
  ["Its server does not say what it consists of.", "Su servidor no dice de qué consta."],
  [
    "It could not be read: the connection ended {{count}} times meanwhile.",
    "No se pudo leer: la conexión se cortó {{count}} veces.",
  ],
  [
    "It could not be read: its server describes it, or sends a file of it, with more than is accepted or in a way that is not understood. Upload its bill, or forward the file in a mail of its own.",
    "No se pudo leer: su servidor lo describe, o envía un archivo, con más de lo que se acepta o de un modo que no se entiende. Cargue la factura, o reenvíe el archivo en otro correo.",
  ],
  [
    "It has no file of a kind that is read; pictures within its text are not taken: attach them as files.{{rest}}",
    "No tiene ningún archivo de un tipo que se lea; las imágenes dentro del texto no se toman: adjúntelas como archivos.{{rest}}",
  ],
  [
    "A mail may have {{count}} files: send the others in another one.",
    "Un correo puede tener {{count}} archivos: envíe los demás en otro.",
  ],
  [
    "The files of the mail are too large together: send them in several mails.",
    "Los archivos del correo son demasiado grandes juntos: envíelos en varios correos.",
  ],
  ["The file is larger than its server says.", "El archivo es mayor de lo que dice su servidor."],
  [
    "{{parts}} not looked at: mails within mails are followed {{mails}} deep, parts within parts {{depth}} deep, and {{all}} parts in all. Forward a bill that is missing as a file of its own.{{rest}}",
    "{{parts}} no se miraron: los correos dentro de correos se siguen hasta {{mails}} niveles, las partes dentro de partes hasta {{depth}}, y {{all}} partes en total. Reenvíe como archivo la factura que falte.{{rest}}",
  ],
  ["It has no file of a kind that is read.{{rest}}", "No tiene ningún archivo de un tipo que se lea.{{rest}}"],
  ["1 more file was not taken.", "Otro archivo no se tomó."],
  ["{{count}} more files were not taken.", "Otros {{count}} archivos no se tomaron."],
];
