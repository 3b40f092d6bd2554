/** The own account: name, password, authenticator app, sessions, language and colours. */
import { AuthenticatorSection } from "./authenticator.tsx";
import { Look } from "./look.tsx";
import { OwnName } from "./own-name.tsx";
import { OwnPassword } from "./own-password.tsx";
import { Sessions } from "./sessions.tsx";

export function AccountPage() {
  return (
    <>
      <OwnName />
      <OwnPassword />
      <AuthenticatorSection />
      <Sessions />
      <Look />
    </>
  );
}
