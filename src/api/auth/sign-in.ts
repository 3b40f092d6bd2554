/** Signing in with e-mail and password, in one place for tokens and cookies: guesses are counted, and the code of an authenticator is asked for. */
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "../../app.ts";
import { Problem } from "../../errors.ts";
import { isGoodCode } from "../../operations/authenticators.ts";
import type { Role } from "../../records/codes.ts";
import { Code } from "../../records/sign-in.ts";
import { findUserForLogin, rememberAddress } from "../../store/users/users.ts";
import { isPassword } from "../../vault/passwords.ts";
import { addressHash, createGuessLimit, type GuessLimit } from "./attempts.ts";
import type { Auth } from "./auth.ts";
import { instantOf } from "../../domain/instant.ts";

export const Login = z
  .strictObject({
    email: z.string().min(1).max(320),
    password: z.string().min(1).max(1024),
    code: Code.optional(),
  })
  .meta({ id: "Login", example: { email: "person@example.com", password: "a long passphrase" } });

export type UserForLogin = NonNullable<Awaited<ReturnType<typeof findUserForLogin>>>;

/** A user who has just proven their identity, and the token of the new session. */
export interface SignedIn {
  user: UserForLogin;
  token: string;
}

export interface SignIn {
  /** @throws Problem wrong-login, code-required, wrong-code or too-many-requests */
  signIn(request: FastifyRequest, login: z.infer<typeof Login>): Promise<SignedIn>;
  /** Starts a session without a password, for a user who has proven their identity otherwise. */
  start(request: FastifyRequest, user: UserForLogin): Promise<SignedIn>;
  /** The second step, for a user who has an authenticator. @throws Problem code-required or wrong-code */
  requireCode(user: UserForLogin, code: string | undefined): Promise<void>;
  guesses: GuessLimit;
}

export function createSignIn(app: App, auth: Pick<Auth, "issue">): SignIn {
  const guesses = createGuessLimit(app);

  async function requireCode(user: UserForLogin, code: string | undefined): Promise<void> {
    const { id: user_id, company_id, has_authenticator } = user;
    if (!has_authenticator) return;
    if (code === undefined) throw new Problem("code-required", "This user also signs in with a code: send it as code.");
    if (await isGoodCode(app, { company_id, user_id }, code)) return;
    throw new Problem("wrong-code", "The code is wrong, or it was used before.");
  }

  async function start(request: FastifyRequest, user: UserForLogin): Promise<SignedIn> {
    const { id: user_id, company_id, email, name, version } = user;
    const address_sha256 = addressHash(request.ip);
    const last_login_at = instantOf(app.now());
    await rememberAddress(app.db, { company_id, user_id, address_sha256, last_login_at });
    // The column accepts no other word.
    const role = user.role as Role;
    return { user, token: await auth.issue({ company_id, user_id, role, email, name, version }, request) };
  }

  return {
    guesses,
    requireCode,
    start,
    async signIn(request, { email, password, code }) {
      const { ip } = request;
      guesses.refuseAgain({ email, ip });
      const user = await findUserForLogin(app.db, email, addressHash(ip));
      const isKnownAddress = user?.is_known_address === true;
      const guess = await guesses.count({ email, ip, isKnownAddress });
      const addressKind = isKnownAddress ? "known" : "stranger";
      const isRight = await isPassword(password, user?.password_hash ?? null, addressKind, app.passwordCost).catch(
        async (error: unknown) => {
          await guess.giveBack();
          throw error;
        },
      );
      if (!isRight || user === undefined)
        throw new Problem("wrong-login", "The e-mail address or the password is wrong.");
      // A wrong code stays counted as a guess; a missing one does not.
      if (code !== undefined) await requireCode(user, code);
      await guess.giveBack();
      if (code === undefined) await requireCode(user, code);
      return start(request, user);
    },
  };
}
