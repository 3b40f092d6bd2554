/** Inputs of sign-in pages, as password managers and telephones expect them. */
import { PasswordInput, TextInput, type PasswordInputProps, type TextInputProps } from "@mantine/core";

/** The service asks for as many characters. */
const PASSWORD_MIN = 12;

export function NewPasswordInput(props: PasswordInputProps) {
  return (
    <PasswordInput autoComplete="new-password" required withAsterisk={false} minLength={PASSWORD_MIN} {...props} />
  );
}

/** Of an authenticator app, or a recovery code, which has letters. */
export function CodeInput(props: TextInputProps) {
  return <TextInput autoComplete="one-time-code" required withAsterisk={false} {...props} />;
}
