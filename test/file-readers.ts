/**
 * The readers of files for all tests of a process: starting one takes longer than reading most files. They do not keep the process
 * running, and end with it.
 */
import { openFileReaders } from "../src/parsers/file-readers.ts";

export const fileReaders = openFileReaders({ parsesAtOnce: 2, picturesAtOnce: 1 });
