/** Why a mailbox cannot be read and what to do, by the service's code of it. */
import type { Mailbox } from "@meterbook/client";
import { defineWords, sayWord } from "../../app/language.ts";

const useWords = defineWords("mailbox-troubles", {
  en: {
    "trouble.login_refused":
      "{{host}} did not accept the user name or the password. Enter the right ones; many providers want a password of its own for such access (an app password).",
    "trouble.unreachable": "{{host}} could not be reached, or the connection broke off.",
    "trouble.not_secure":
      "No secure connection to {{host}}: it offers no TLS here, or its certificate is not valid for that name. Nothing was sent. Check server, port and encryption.",
    "trouble.refused_address":
      "{{host}} is not an address on the public internet. Add the mailbox with another server.",
    "trouble.no_such_folder": "The mailbox has no folder that can be opened: {{folders}}. Make it in the mail program.",
    "trouble.cannot_move": "{{host}} cannot move mails that were read, or does not let this user.",
    "trouble.cannot_mark": "Mails of “{{folder}}” cannot be marked as read by this user. Give the user the permission.",
    "trouble.odd_answer": "{{host}} answers in a way that is not understood, or with more than is accepted.",
    "trouble.quota_exceeded":
      "Your company has reached a quota: the operator of the service can raise it. Its mails wait.",
    "trouble.fault": "Reading the mailbox failed because of an error of the service, which was logged.",
  },
  es: {
    "trouble.login_refused":
      "{{host}} no aceptó el usuario o la contraseña. Escriba los correctos; muchos proveedores piden para esto una contraseña propia (contraseña de aplicación).",
    "trouble.unreachable": "No se pudo llegar a {{host}}, o la conexión se cortó.",
    "trouble.not_secure":
      "No hay conexión segura con {{host}}: no ofrece TLS aquí, o su certificado no vale para ese nombre. No se envió nada. Compruebe el servidor, el puerto y el cifrado.",
    "trouble.refused_address": "{{host}} no es una dirección de internet. Añada el buzón con otro servidor.",
    "trouble.no_such_folder":
      "El buzón no tiene una carpeta que se pueda abrir: {{folders}}. Créela en el programa de correo.",
    "trouble.cannot_move": "{{host}} no puede mover los correos leídos, o no lo permite a este usuario.",
    "trouble.cannot_mark":
      "Este usuario no puede marcar como leídos los correos de «{{folder}}». Dé el permiso al usuario.",
    "trouble.odd_answer": "{{host}} responde de un modo que no se entiende, o con más de lo que se acepta.",
    "trouble.quota_exceeded":
      "Su empresa llegó a una cuota, que el operador del servicio puede aumentar. Sus correos esperan.",
    "trouble.fault": "La lectura del buzón falló por un error del servicio, que quedó registrado.",
  },
});

type Trouble = Pick<Mailbox, "status_detail" | "errors" | "host" | "folder" | "move_to">;

/** Null where it can be read. A cause that is new to this page is said by the service. */
export function useMailboxTrouble(): (mailbox: Trouble) => string | null {
  const say = useWords();
  return ({ status_detail, errors, host, folder, move_to }) => {
    if (status_detail === null) return errors;
    const folders = [folder, ...(move_to === null ? [] : [move_to])].join(", ");
    const known = sayWord(say, "trouble", status_detail, { host, folder, folders });
    return known === status_detail ? errors : known;
  };
}
