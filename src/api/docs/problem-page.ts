/** The page of a problem as Markdown: when it happens, what to do, an example, and which operations answer it. */
import { PROBLEM_KINDS, type ProblemSlug } from "../../errors.ts";
import { listRoutes, nameOfRef, type Document, type Route } from "../openapi/model.ts";
import { exampleOfProblem } from "../openapi/problems.ts";

export function problemText(document: Document, slug: ProblemSlug, publicUrl: string): string {
  const { status, title, advice } = PROBLEM_KINDS[slug];
  const answer = JSON.stringify(exampleOfProblem(slug, `${publicUrl}/problems`), null, 2);
  return `# ${title}

Status ${status}, type \`${publicUrl}/problems/${slug}\`

${advice}

## Example

\`\`\`json
${answer}
\`\`\`

\`detail\` is written for people and differs from case to case; decide by \`type\` or by the status. \`request_id\` is what the operator
finds in the log.

## Operations that answer it

${operationList(document, slug)}

[All problems](/problems)
`;
}

function operationList(document: Document, slug: ProblemSlug): string {
  const routes = listRoutes(document).filter(({ operation: { responses } }) =>
    Object.values(responses).some(({ $ref }) => $ref !== undefined && nameOfRef($ref).split("-or-").includes(slug)),
  );
  if (routes.length === 0) return "No operation in particular: it can happen to any request.";
  return routes
    .map(
      (route) => `- [${route.method} ${route.path}](${referenceLink(route)}): ${route.operation["summary"] as string}`,
    )
    .join("\n");
}

/** Where the reference shows an operation. */
const referenceLink = ({ operation }: Route): string => {
  const [tag = ""] = operation["tags"] as string[];
  return `/docs#/${encodeURIComponent(tag)}/${operation.operationId}`;
};
