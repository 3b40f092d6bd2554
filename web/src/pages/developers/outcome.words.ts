/** How an attempt to send an event ended, in words: the answer, or why there was none. */
import { defineWords, sayWord } from "../../app/language.ts";

const useOutcomeWords = defineWords("webhook-outcome", {
  en: {
    "failure.name_not_found": "the name of the host is not known",
    "failure.timeout": "no answer in time",
    "failure.connection_refused": "nothing listens at this address",
    "failure.connection_reset": "the connection broke",
    "failure.no_route": "no way leads to the host",
    "failure.tls_failed": "no secure connection: look at the certificate",
    "failure.malformed_answer": "the answer is not HTTP",
    "failure.too_large": "the headers of the answer are too large",
    "failure.refused_address": "this is no address on the public internet",
    "failure.bad_url": "this is no address",
    "failure.unreachable": "it could not be reached",
    "failure.redirect": "redirects are not followed",
    "failure.signature_rejected": "your program did not accept the signature",
    "failure.gone": "your program wants no more events",
  },
  es: {
    "failure.name_not_found": "no se conoce el nombre del servidor",
    "failure.timeout": "ninguna respuesta a tiempo",
    "failure.connection_refused": "nadie escucha en esta dirección",
    "failure.connection_reset": "se cortó la conexión",
    "failure.no_route": "ningún camino lleva al servidor",
    "failure.tls_failed": "sin conexión segura: revise el certificado",
    "failure.malformed_answer": "la respuesta no es HTTP",
    "failure.too_large": "los encabezados de la respuesta son demasiado grandes",
    "failure.refused_address": "no es una dirección de la internet pública",
    "failure.bad_url": "esto no es una dirección",
    "failure.unreachable": "no se pudo llegar",
    "failure.redirect": "no se siguen redirecciones",
    "failure.signature_rejected": "su programa no aceptó la firma",
    "failure.gone": "su programa ya no quiere eventos",
  },
});

/** An HTTP status says by itself that it is no success. */
const SAID_BY_STATUS = /^http_/;

export function useOutcome(): (attempt: { status: number | null; failure: string | null }) => string {
  const say = useOutcomeWords();
  return ({ status, failure }) =>
    [status, failure === null || SAID_BY_STATUS.test(failure) ? null : sayWord(say, "failure", failure)]
      .filter((part) => part !== null)
      .join(", ");
}
