/** One login: how far it is, what is wrong and who must act, its accounts, and what can be done about it. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { AuthorizationProgress, AuthorizationWithAccounts } from "@meterbook/client";
import { sayWord } from "../../app/language.ts";
import {
  authorizationQuery,
  progressQuery,
  useCorrectLogin,
  useRemoveLogin,
  useSignInAgain,
  type Login,
} from "../../data/authorizations.ts";
import { utilityHealthQuery } from "../../data/utility-health.ts";
import { fieldErrorsOf } from "../../data/meterbook.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { moment } from "../../parts/format.ts";
import { Icon, type IconName } from "../../parts/icons.tsx";
import { ButtonLink } from "../../parts/link.tsx";
import { useMay } from "../../parts/permissions.ts";
import { Page } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Loaded, LoadedPage, Section } from "../../parts/section.tsx";
import { errorBesideFields } from "../../parts/error-beside-fields.ts";
import { useCommon } from "../../words/common.ts";
import { AccountsTable } from "./accounts-table.tsx";
import { ChallengeBox } from "./challenge-box.tsx";
import { CodeMailbox } from "./code-mailbox.tsx";
import { useConnectionWords } from "./connections.words.ts";
import { fieldsInSight, LoginFields, NO_LOGIN } from "./login-fields.tsx";
import { RenewPermission } from "./permission.tsx";
import { useAccessWords } from "./access-words.ts";
import { usePermissionWords } from "./permission.words.ts";
import { siteOf, stepsOf, wayOutOf, type StepState } from "./login-state.ts";

export function ConnectionPage() {
  const { id } = useParams({ from: "/signed-in/connections/$id" });
  const say = useConnectionWords();
  const login = useQuery(authorizationQuery(Number(id)));
  return (
    <LoadedPage query={login} title={say("one.unknown")}>
      {(authorization) => <Connection authorization={authorization} />}
    </LoadedPage>
  );
}

function Connection({ authorization }: { authorization: AuthorizationWithAccounts }) {
  const say = useConnectionWords();
  const sayPermission = usePermissionWords();
  const progress = useQuery(progressQuery(authorization));
  const utility = progress.data?.utility_company_name;
  const site = siteOf(authorization.online_access_url);
  return (
    <Page
      title={
        authorization.access === "green_button"
          ? sayPermission("one.title", { utility: utility ?? site })
          : say("one.title", { utility: utility ?? site })
      }
      lead={
        authorization.access === "green_button"
          ? sayPermission("one.lead", { site })
          : say("one.lead", { user: authorization.online_access_username, site })
      }
      beside={<Acts authorization={authorization} />}
    >
      <Trouble authorization={authorization} utility={utility ?? null} />
      <Loaded query={progress} height={140}>
        {(data) => <Steps authorization={authorization} progress={data} />}
      </Loaded>
      <AccountsTable authorization={authorization} progress={progress.data} />
      <CodeMailbox authorization={authorization} />
    </Page>
  );
}

const STEP_ICONS: Record<StepState, { icon: IconName; color: string }> = {
  done: { icon: "check", color: "var(--good)" },
  now: { icon: "right", color: "var(--mantine-color-anchor)" },
  stopped: { icon: "alert", color: "var(--bad)" },
  later: { icon: "info", color: "var(--mantine-color-dimmed)" },
};

function Steps({
  authorization,
  progress,
}: {
  authorization: AuthorizationWithAccounts;
  progress: AuthorizationProgress;
}) {
  const say = useConnectionWords();
  const sayOf = useAccessWords(authorization.access);
  const steps = stepsOf(authorization, progress);
  const visit = authorization.retry_at;
  return (
    <Section title={say("step.title")}>
      <Group component="ol" gap="xl" p={0} m={0} align="flex-start" style={{ listStyle: "none" }} aria-live="polite">
        <Step state={steps.signedIn} title={sayOf("step.name.signedIn")}>
          {progress.last_visited_at === null ? null : say("step.visited", { moment: moment(progress.last_visited_at) })}
          {visit === null ? null : say("step.retry", { moment: moment(visit) })}
        </Step>
        <Step state={steps.accounts} title={say("step.name.accounts")}>
          {steps.accounts === "done" ? say("step.accounts", { count: progress.accounts_found }) : null}
        </Step>
        <Step state={steps.bills} title={say("step.name.bills")}>
          {progress.bills_accepted > 0 || steps.bills !== "later"
            ? say("step.bills", { count: progress.bills_accepted })
            : null}
          {steps.accounts === "done" && progress.accounts_active === 0 && authorization.revoked_at === null
            ? say("step.choose")
            : null}
          {progress.documents_waiting > 0 ? say("step.waiting", { count: progress.documents_waiting }) : null}
          {progress.documents_in_review > 0 ? say("step.review", { count: progress.documents_in_review }) : null}
        </Step>
      </Group>
    </Section>
  );
}

function Step({
  state,
  title,
  children,
}: {
  state: StepState;
  title: string;
  children: (string | null)[] | string | null;
}) {
  const say = useConnectionWords();
  const { icon, color } = STEP_ICONS[state];
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start" style={{ flex: "1 1 14rem" }}>
      <Text component="span" display="flex" pt={2} c={color}>
        <Icon name={icon} />
      </Text>
      <div>
        <Text fw={600}>
          {title} <span className="quiet">({say(`step.${state}`)})</span>
        </Text>
        {[children].flat().map((line) =>
          line === null ? null : (
            <Text key={line} size="sm" c="dimmed">
              {line}
            </Text>
          ),
        )}
      </div>
    </Group>
  );
}

/** The sentence in the language of the reader; the service's own for a cause that this page does not know. */
function useWhy({ access, status_detail, revoked_by, errors }: AuthorizationWithAccounts): string | null {
  const say = useConnectionWords();
  const sayPermission = usePermissionWords();
  // Without a cause of the utility it is a fault of the service itself.
  if (status_detail === null) return errors === null ? null : say("why.fault");
  const key = status_detail === "revoked" ? `revoked.${revoked_by ?? "unknown"}` : status_detail;
  const ofPermission = access === "green_button" ? sayWord(sayPermission, "why", key) : key;
  if (ofPermission !== key) return ofPermission;
  const sentence = sayWord(say, "why", key);
  return sentence === key ? errors : sentence;
}

/** Refusals by the website itself, for any login. */
const OF_WEBSITE = new Set<string | null>(["portal_changed", "portal_down", "rate_limited"]);

/** Since when the website of the utility with this name refuses everybody; null when it does not, or nothing is known. */
function useTroubleOfAll(utility: string | null, access: AuthorizationWithAccounts["access"]): string | null {
  const health = useQuery({ ...utilityHealthQuery, enabled: utility !== null });
  const row = health.data?.find((each) => each.name === utility && each.access === access && each.state === "trouble");
  return row?.trouble_since ?? null;
}

function Trouble({ authorization, utility }: { authorization: AuthorizationWithAccounts; utility: string | null }) {
  const say = useConnectionWords();
  const mayEdit = useMay("edit");
  const sayPermission = usePermissionWords();
  const why = useWhy(authorization);
  const sayOf = useAccessWords(authorization.access);
  const again = useSignInAgain(authorization.id);
  const { id, status, status_detail, revoked_at, action_required_by } = authorization;
  const since = useTroubleOfAll(OF_WEBSITE.has(status_detail) ? utility : null, authorization.access);
  if (why === null || (status !== "Pending" && revoked_at === null)) return null;
  const wayOut = wayOutOf(authorization);
  const isOurs = action_required_by === "none" || revoked_at !== null;
  return (
    <Stack gap="md">
      <Section
        title={say("wrong.title")}
        beside={
          <Text component="span" display="flex" c={isOurs ? "dimmed" : "var(--bad)"}>
            <Icon name={isOurs ? "info" : "alert"} />
          </Text>
        }
      >
        <Stack gap="xs" align="flex-start">
          <Text role="status">{why}</Text>
          {since === null ? null : (
            <Text size="sm">
              {authorization.access === "green_button"
                ? sayPermission("wrong.everybody", { when: moment(since) })
                : say("wrong.everybody", { when: moment(since) })}
            </Text>
          )}
          {revoked_at === null ? (
            <Text size="sm" c="dimmed">
              {say("wrong.who", { who: sayWord(say, "who", action_required_by) })}
            </Text>
          ) : null}
          <Refusal error={again.error} />
          {mayEdit && wayOut === "again" ? (
            <Button loading={again.isPending} onClick={() => again.mutate()}>
              {sayOf("act.again")}
            </Button>
          ) : null}
          {wayOut === "bring" ? <ButtonLink to="/bring-bills">{say("act.bring")}</ButtonLink> : null}
        </Stack>
      </Section>
      {mayEdit && wayOut === "code" ? <ChallengeBox id={id} /> : null}
      {mayEdit && wayOut === "permission" ? <RenewPermission id={id} /> : null}
      {mayEdit && wayOut === "correct" ? (
        <Section title={say("act.correct")}>
          <CorrectLogin authorization={authorization} />
        </Section>
      ) : null}
    </Stack>
  );
}

function CorrectLogin({
  authorization: { id, online_access_url, online_access_username, code_mailbox_id },
  onDone,
}: {
  authorization: AuthorizationWithAccounts;
  onDone?: () => void;
}) {
  const say = useConnectionWords();
  const correct = useCorrectLogin(id);
  const form = useForm<Login>({
    mode: "uncontrolled",
    initialValues: {
      ...NO_LOGIN,
      online_access_url,
      online_access_username,
      code_mailbox_id: code_mailbox_id === null ? "" : String(code_mailbox_id),
    },
  });
  const send = form.onSubmit(({ online_access_url: address, ...login }) =>
    correct.mutate(address === online_access_url ? login : { ...login, online_access_url: address }, {
      onSuccess: () => onDone?.(),
      onError: (error) => form.setErrors(fieldErrorsOf(error)),
    }),
  );
  return (
    <form onSubmit={send} style={{ maxWidth: 480 }}>
      <Stack gap="md">
        <LoginFields form={form} hasAddress />
        <Refusal error={errorBesideFields(correct.error, fieldsInSight(true))} />
        <Button type="submit" loading={correct.isPending} style={{ alignSelf: "flex-start" }}>
          {say("login.correct")}
        </Button>
      </Stack>
    </form>
  );
}

function Acts({ authorization }: { authorization: AuthorizationWithAccounts }) {
  const say = useConnectionWords();
  const sayOf = useAccessWords(authorization.access);
  const common = useCommon();
  const mayEdit = useMay("edit");
  const [isCorrecting, correcting] = useDisclosure(false);
  const [isRemoving, removing] = useDisclosure(false);
  const again = useSignInAgain(authorization.id);
  const remove = useRemoveLogin(authorization.id);
  if (!mayEdit || authorization.revoked_at !== null) return null;
  return (
    <>
      {authorization.status === "Inventory Complete" ? (
        <>
          <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
            {sayOf("act.again")}
          </Button>
          {authorization.access === "green_button" ? null : (
            <Button variant="default" onClick={correcting.open}>
              {say("act.correct")}
            </Button>
          )}
        </>
      ) : null}
      <Button variant="default" onClick={removing.open}>
        {sayOf("act.remove")}
      </Button>
      <Modal
        opened={isCorrecting}
        onClose={correcting.close}
        title={say("act.correct")}
        closeButtonProps={{ "aria-label": common("act.close") }}
      >
        <CorrectLogin authorization={authorization} onDone={correcting.close} />
      </Modal>
      <Confirm
        isOpen={isRemoving}
        title={sayOf("remove.title")}
        act={sayOf("act.remove")}
        isPending={remove.isPending}
        error={remove.error}
        onAct={() => remove.mutate(undefined, { onSuccess: removing.close })}
        onClose={removing.close}
      >
        <Text>{sayOf("remove.ends")}</Text>
        <Text>{say("remove.stays")}</Text>
      </Confirm>
    </>
  );
}
