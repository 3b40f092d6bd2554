/** Calls the service over HTTP as any client would; an answer that is a problem becomes an error with its detail. */

export interface ApiCaller {
  get<T>(path: string): Promise<T>;
  send<T>(method: "POST" | "PUT", path: string, body: object): Promise<T>;
}

export function createApiCaller(baseUrl: string, token: string | null, signal: AbortSignal): ApiCaller {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${baseUrl}/v1${path}`, {
      method,
      signal,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${detailOf(answer)}`);
    // The caller names the shape that the endpoint documents.
    return answer as T;
  };
  return { get: (path) => call("GET", path), send: (method, path, body) => call(method, path, body) };
}

function detailOf(answer: unknown): string {
  return typeof answer === "object" && answer !== null && "detail" in answer ? String(answer.detail) : "no detail";
}
