/** Calls the service over HTTP and returns every answer, including errors: tests of the contract check them. */

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body parsed as JSON; undefined when it is not JSON. */
  json: unknown;
}

export interface Caller {
  token: string;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** The body of an answer that must be good. @throws Error with what was said instead */
  read<T>(method: string, path: string, body?: unknown): Promise<T>;
}

/** `origin` such as `http://127.0.0.1:8080`; an empty token sends none. */
export function callerWith(origin: string, token: string): Caller {
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${origin}/v1${path}`, {
      method,
      headers: {
        ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  };
  return {
    token,
    call,
    async read<T>(method: string, path: string, body?: unknown) {
      const answer = await call(method, path, body);
      if (answer.status >= 300)
        throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text.slice(0, 500)}`);
      // The caller names the shape that the specification gives.
      return answer.json as T;
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A caller with a token of a login. */
export async function signedIn(origin: string, login: { email: string; password: string }): Promise<Caller> {
  const { token } = await callerWith(origin, "").read<{ token: string }>("POST", "/auth/login", login);
  return callerWith(origin, token);
}
