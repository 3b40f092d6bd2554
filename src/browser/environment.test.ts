import assert from "node:assert/strict";
import { test } from "node:test";
import { environmentOf } from "./environment.ts";

const SECRETS = { DATABASE_URL: "postgres://meterbook:secret@db", METERBOOK_SECRET_KEY: "c2VjcmV0" };

test("a browser on Windows gets what it needs to start, and no secret of the service", () => {
  const system = {
    SystemRoot: "C:\\Windows",
    SystemDrive: "C:",
    TEMP: "C:\\Temp",
    USERPROFILE: "C:\\Users\\ann",
    LOCALAPPDATA: "C:\\Users\\ann\\AppData\\Local",
    ProgramFiles: "C:\\Program Files",
    Path: "C:\\Windows\\System32",
  };
  const variables = { ...SECRETS, ...system, TMP: undefined };
  assert.deepEqual(environmentOf({ platform: "win32", folder: "C:\\profile", isShown: false, variables }), system);
});

test("elsewhere it gets a folder of its own, and the screen only where a person looks on", () => {
  const variables = { ...SECRETS, HOME: "/root", PATH: "/opt", DISPLAY: ":1", WAYLAND_DISPLAY: "" };
  const hidden = environmentOf({ platform: "linux", folder: "/tmp/profile", isShown: false, variables });
  assert.deepEqual([hidden["HOME"], hidden["PATH"], hidden["DISPLAY"]], ["/tmp/profile", "/usr/bin:/bin", undefined]);
  const shown = environmentOf({ platform: "linux", folder: "/tmp/profile", isShown: true, variables });
  assert.deepEqual(shown, Object.assign(hidden, { DISPLAY: ":1" }));
});
