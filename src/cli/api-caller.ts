/** Calls the service over HTTP like any client; a problem answer becomes an error with its detail. */

export interface ApiCaller {
  get<T>(path: string): Promise<T>;
  /** For content that is not JSON: a page, a table. */
  text(path: string): Promise<string>;
  send<T>(method: "POST" | "PUT" | "PATCH" | "DELETE", path: string, body: object): Promise<T>;
  /** Uploads a file. The service detects its format. */
  upload<T>(path: string, file: Blob): Promise<T>;
}

/** The service refused the request: with its status, or null when it did not answer. */
export class CallError extends Error {
  override name = "CallError";
  readonly status: number | null;

  constructor(status: number | null, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

export function createApiCaller(baseUrl: string, token: string | null, signal: AbortSignal): ApiCaller {
  const ask = (method: string, path: string, body?: { type: string; content: string | Blob }) =>
    fetch(`${baseUrl}/v1${path}`, {
      method,
      signal,
      headers: {
        ...(body === undefined ? {} : { "content-type": body.type }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: body?.content,
    }).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw new CallError(null, `No service answers at ${baseUrl}.`, { cause });
    });
  const call = async <T>(method: string, path: string, body?: { type: string; content: string | Blob }): Promise<T> => {
    const response = await ask(method, path, body);
    const answer: unknown = await response.json().catch((cause: unknown) => {
      throw new CallError(response.status, `What answers at ${baseUrl} is not this service.`, { cause });
    });
    if (!response.ok) throw refusal(method, path, response, answer);
    // The caller names the documented shape of the answer.
    return answer as T;
  };
  return {
    get: (path) => call("GET", path),
    async text(path) {
      const response = await ask("GET", path);
      if (!response.ok) throw refusal("GET", path, response, await response.json());
      return response.text();
    },
    send: (method, path, body) => call(method, path, { type: "application/json", content: JSON.stringify(body) }),
    upload: (path, file) => call("POST", path, { type: "application/octet-stream", content: file }),
  };
}

const refusal = (method: string, path: string, { status }: Response, answer: unknown) =>
  new CallError(status, `${method} ${path} answered ${status}: ${detailOf(answer)}`);

function detailOf(answer: unknown): string {
  return typeof answer === "object" && answer !== null && "detail" in answer ? String(answer.detail) : "no detail";
}
