import { loadTogether } from "../together.ts";

await loadTogether(import.meta.filename);
