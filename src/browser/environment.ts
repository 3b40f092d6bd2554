/** The environment of a browser: nothing of the service's own, which holds its secrets, but what it cannot start without. */

type Variables = Readonly<Record<string, string | undefined>>;

/** Where windows are drawn. */
const SCREEN = ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR"];
/** Where Windows keeps its libraries, programs and the folders of the account. */
const WINDOWS = [
  "SYSTEMROOT",
  "SYSTEMDRIVE",
  "TEMP",
  "TMP",
  "USERPROFILE",
  "LOCALAPPDATA",
  "APPDATA",
  "PROGRAMFILES",
  "PATH",
];

export interface EnvironmentOptions {
  platform: NodeJS.Platform;
  /** The folder of this browser alone. */
  folder: string;
  /** A person sees its windows. */
  isShown: boolean;
  /** Those of the service. */
  variables: Variables;
}

export function environmentOf({ platform, folder, isShown, variables }: EnvironmentOptions): Record<string, string> {
  if (platform === "win32") return picked(variables, WINDOWS);
  const own = {
    HOME: folder,
    TMPDIR: folder,
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    LANG: "en_US.UTF-8",
    PATH: "/usr/bin:/bin",
  };
  return isShown ? Object.assign(own, picked(variables, SCREEN)) : own;
}

/** Windows writes the names of variables in any case, such as `Path`. */
const picked = (variables: Variables, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).filter(
      (entry): entry is [string, string] => Boolean(entry[1]) && names.includes(entry[0].toUpperCase()),
    ),
  );
