/** Every sentence of the pages in English, the reference for the other catalogs. Short plain words, no jargon. */

export const en = {
  "frame.languages": "Language",
  "frame.title.check": "Check: {{title}}",

  "ask.title": "Share your utility bills with {{company}}",
  "ask.lead":
    "{{company}} would like to read the utility bills of your home or building. You give your login once, and this service collects the bills from then on.",
  "facts.title": "What is read, for how long, and how to stop it",
  "facts.read": "What is read",
  "facts.read.text": "Your bills and your usage, with the account numbers and addresses printed on them.",
  "facts.never": "What is never done",
  "facts.never.text": "Nothing is paid, ordered or changed at your utility.",
  "facts.password": "Who sees your password",
  "facts.time": "For how long",
  "facts.time.text": "Until you stop it, or {{company}} does.",
  "facts.stop": "How to stop",
  "facts.stop.text":
    "You get a receipt with a button that deletes your login. Bills read before then stay with {{company}}.",
  "trust.logged":
    "It is stored encrypted. {{company}} cannot see it. Only the administrators of this service can, and each view is logged.",
  "trust.ownAdmins":
    "It is stored encrypted. Only the administrators of this service can see it, and each view is logged. Some of them belong to {{company}}.",
  "trust.hidden":
    "It is stored encrypted and only used to sign in. It is shown to no one: not to {{company}}, and not to the administrators of this service.",

  "find.title": "Find your utility",
  "find.label": "Name of your utility",
  "find.hint": "It is printed on your bill. The address of its website works too.",
  "find.button": "Search",
  "find.count_one": "{{count}} utility found",
  "find.count_other": "{{count}} utilities found",
  "find.none": "We do not know a utility with this name yet.",
  "find.more_one": "There is {{count}} more. Type more letters to see it.",
  "find.more_other": "There are {{count}} more. Type more letters to see them.",
  "find.others": "Is yours not among them? Type its name to find it among all others.",
  "find.unlisted": "Mine is not listed",
  "find.notYet": "bills cannot be collected yet",
  "find.unproven": "not tried yet: tell us if it does not work",

  "wish.title": "We cannot collect bills of {{utility}} yet",
  "wish.noLogin":
    "So we do not ask for your login at {{utility}}. Do not give your password to anyone for this: it would be of no use.",
  "wish.files": "Give the bills yourself",
  "wish.files.text": "If you have your bills as PDF files, ask {{company}} whether it takes these instead.",
  "wish.files.contact":
    "If you have your bills as PDF files, ask {{company}} whether it takes these instead. Whom to ask is at the end of this page.",
  "wish.tell": "Tell {{company}}",
  "wish.tell.text":
    "{{company}} then knows that you have {{utility}}, and can ask for it to be added. You get a receipt, with which you can withdraw this.",
  "wish.button": "Tell {{company}} that I have {{utility}}",

  "energy.ELECTRIC": "Electricity",
  "energy.GAS": "Gas",
  "energy.STEAM": "Steam",
  "energy.CHILLED_WATER": "Chilled water",
  "energy.HOT_WATER": "Hot water",
  "energy.FUEL_OIL": "Fuel oil",
  "energy.PROPANE": "Propane",
  "energy.DIESEL": "Diesel",
  "energy.WATER": "Water",
  "energy.SEWER": "Sewer",
  "energy.IRRIGATION": "Irrigation",
  "energy.STORMWATER": "Stormwater",
  "energy.WASTE": "Waste",
  "energy.SOLAR": "Solar",
  "energy.OTHER": "Other",

  "login.title": "Your login at {{utility}}",
  "login.title.unlisted": "Which utility is it?",
  "login.for": "For {{company}}",
  "login.lead": "Enter what you sign in with at {{site}}.",
  "login.lead.unlisted":
    "Enter the website where you see your bills. We ask for a login only if we can read bills there.",
  "login.change": "Choose another utility",
  "login.website": "Website of your utility",
  "login.website.hint": "For example www.example.com",
  "login.username": "User name or e-mail",
  "login.password": "Password",
  "login.show": "Show",
  "login.show.what": "Show password",
  "login.hide": "Hide",
  "login.hide.what": "Hide password",
  "login.extra": "Anything that helps us sign in?",
  "login.extra.lead": "Most people leave this empty.",
  "login.twoFactor": "Second sign-in step",
  "login.twoFactor.hint":
    "Answers to security questions, one in each line, as “question: answer”. Or the setup key of your authenticator app: then no one has to type a code.",
  "login.other": "Anything else",
  "login.other.hint": "For example which accounts are meant.",
  "login.receipt": "Your e-mail, for the receipt (if you like)",
  "login.receipt.hint":
    "You get the address of your receipt, and a mail if your login stops working. {{company}} does not see this address, and it is deleted with your login.",
  "login.button": "Share my bills",
  "login.button.unlisted": "Continue",

  "gb.title": "Connect with Green Button",
  "gb.offer":
    "{{utility}} lets you share your bills without giving anybody your password. You sign in at {{utility}} and choose what may be read.",
  "gb.go": "Continue to {{utility}}",
  "gb.or": "Or give your login",
  "gb.lead":
    "{{company}} would like to read the utility bills of your home or building. You permit it at {{utility}}, and this service collects the bills from then on.",
  "gb.renew.lead": "The permission to read your bills at {{utility}} has ended. {{company}} asks you to give it again.",
  "gb.facts.password": "Your password",
  "gb.facts.password.text": "You type it at {{utility}} only. Neither {{company}} nor this service sees it.",
  "gb.facts.time.text": "Until you stop it, or {{company}} or {{utility}} does.",
  "gb.facts.stop.text":
    "At {{utility}}, or with the receipt that you get. Bills read before then stay with {{company}}.",
  "gb.nothing": "Nothing was shared",
  "gb.someUtility": "Your utility",
  "gb.unknown": "This address belongs to no request that we know. Open the link that you were given again.",
  "gb.foreign":
    "This answer of a utility belongs to another browser. Open the link that you were given again, and do not switch browsers on the way.",
  "gb.denied": "You did not permit it at {{utility}}, so nothing is shared. You can still do it.",
  "gb.late": "You were at {{utility}} for more than 10 minutes, so nothing is shared yet. Go there again.",
  "gb.not_accepted": "{{utility}} did not confirm your permission, so nothing is shared yet. Go there again.",
  "gb.interrupted": "This was interrupted before your permission was saved. Go to {{utility}} again.",
  "gb.utility_away": "{{utility}} is not answering. Nothing is shared yet. Try again later.",
  "gb.misconfigured":
    "{{utility}} does not accept requests of this service at the moment. You do not need to do anything: tell the company that sent you here.",
  "gb.busy": "This was used very often in the last hour. Try again later.",
  "gb.stopped": "The sharing that you wanted to renew was stopped. Nothing is shared.",
  "gb.receipt.given": "A permission, given at {{utility}}. No password was given.",
  "gb.receipt.deleted": "A permission at {{utility}}, which was deleted and is being withdrawn there.",
  "gb.receipt.forget": "Stop sharing",
  "gb.receipt.stopped": "Sharing is stopped",
  "gb.receipt.stopped.text":
    "Nothing is read any more. The permission is deleted here and is being withdrawn at {{utility}}. Bills read before stay with {{company}}.",
  "gb.receipt.signing": "We are asking {{utility}}",
  "gb.receipt.signing.text":
    "Your permission was received, and we are looking for your accounts. Most often this takes less than a minute.",
  "gb.detail.invalid_credentials":
    "{{utility}} no longer lets us read your bills: the permission has ended, or was withdrawn there. If it may go on, give it again.",
  "gb.detail.no_accounts":
    "You gave the permission at {{utility}}, but for no utility account. Give it again, and choose the accounts that may be read.",
  "gb.mend": "Give the permission again",
  "gb.receipt.found.text":
    "The permission works. {{company}} now chooses which accounts to follow. You do not need to do anything more.",
  "gb.step.received": "Permission received",
  "gb.step.asked": "Asking {{utility}}",
  "gb.forget.title": "Stop sharing?",
  "gb.forget.text":
    "Nothing is read any more. The permission is deleted here and withdrawn at {{utility}}. This cannot be undone; you can give a new one. Bills read before stay with {{company}}.",
  "gb.forget.yes": "Yes, stop sharing",

  "contact.title": "Questions?",
  "contact.ask": "Ask {{company}}:",
  "contact.privacy": "Privacy notice of {{company}}",
  "contact.says": "{{company}} says:",

  "error.title": "Check this",
  "error.website.missing": "Enter the website of your utility.",
  "error.website.none": "This is not a website address.",
  "error.website.userinfo": "Leave user name and password out of the address.",
  "error.username.missing": "Enter your user name or e-mail.",
  "error.password.missing": "Enter your password.",
  "error.email.none": "This is not an e-mail address.",
  "error.answer.missing": "Enter the answer.",
  "error.code.missing": "Enter the code.",
  "error.choice.missing": "Choose one.",
  "error.tooLong": "This is too long.",
  "error.unkeepable": "This contains a character that cannot be stored.",

  "note.stale": "This page was open for a long time, so nothing was sent. Check it and send it again.",
  "note.limit_one": "This was used very often in the last hour. Try again in {{count}} minute.",
  "note.limit_other": "This was used very often in the last hour. Try again in {{count}} minutes.",

  "receipt.stage.signing": "We are signing in",
  "receipt.stage.signing.text":
    "Your login was received and is being tried at {{utility}}. Most often this takes less than a minute.",
  "receipt.stage.asked": "{{utility}} wants to know it is you",
  "receipt.stage.asked.text": "Answer here, and we go on.",
  "receipt.stage.needed": "Something is needed from you",
  "receipt.stage.waiting": "This takes a little longer",
  "receipt.stage.ours": "This is for us to solve",
  "receipt.stage.found": "It worked",
  "receipt.stage.found.text":
    "The sign-in worked. {{company}} now chooses which accounts to follow. You do not need to do anything more.",
  "receipt.stage.reading": "Your bills are being read",
  "receipt.stage.reading.text": "You do not need to do anything more, and you can close this page.",
  "receipt.stage.read": "Your bills are read",
  "receipt.stage.read.text": "New bills are collected automatically. You do not need to do anything more.",
  "receipt.stage.stopped": "Your login is deleted",
  "receipt.stage.stopped.text":
    "Nothing is collected with it any more, and no backup of the database opens it: its key is destroyed. Bills read before stay with {{company}}.",

  "detail.invalid_credentials":
    "{{utility}} did not accept this user name or password. Try them at {{site}} first: after several tries {{utility}} may lock the account. Then enter them here.",
  "detail.mfa_required":
    "{{utility}} asks for a second step at sign-in, such as a code on your phone. Have your phone or e-mail ready, then press Try again.",
  "detail.mfa_failed": "The second step at {{utility}} did not work. Press Try again for a new one.",
  "detail.account_locked": "{{utility}} has locked this account. Unlock it at {{site}}, then press Try again.",
  "detail.password_expired": "{{utility}} wants a new password. Set one at {{site}}, then enter it here.",
  "detail.terms_pending":
    "{{utility}} wants you to accept new terms. Sign in at {{site}} and accept them, then press Try again.",
  "detail.portal_changed":
    "The website of {{utility}} looks different from what we know. You do not need to do anything: we have been notified.",
  "detail.portal_down":
    "The website of {{utility}} is not answering. You do not need to do anything: we will try again automatically.",
  "detail.rate_limited":
    "The website of {{utility}} asks us to wait. You do not need to do anything: we will try again automatically.",
  "detail.quota_exceeded":
    "{{company}} has reached its limit of bills for now. You do not need to do anything: we continue automatically once there is room.",
  "detail.login_limit":
    "We have signed in to {{utility}} as often as allowed in one day. You do not need to do anything: we will sign in again as soon as possible.",
  "detail.unsupported_portal":
    "We cannot read bills from {{site}} yet. If the address is wrong, correct it here. If it is right, you do not need to do anything: {{company}} can ask for this utility to be added.",
  "detail.readable": "We can read bills from {{utility}}. Enter your login at {{site}}.",
  "detail.no_accounts":
    "The sign-in worked, but we found no accounts there. Is this the right login? If not, enter the right one here.",
  "detail.fault":
    "Something went wrong on our side. You do not need to do anything: we have been notified and will fix it.",
  "detail.retry": "Next try",

  "step.received": "Login received",
  "step.request": "Request received",
  "step.signIn": "Sign-in at {{utility}}",
  "step.accounts": "Accounts found",
  "step.accounts.count_one": "{{count}} account found",
  "step.accounts.count_other": "{{count}} accounts found",
  "step.bills": "Bills read",
  "step.bills.count": "{{read}} of {{total}} bills read",
  "step.bills.review": "{{read}} of {{total}} bills read; {{company}} checks {{review}} more",
  "step.is.done": "done",
  "step.is.now": "under way",
  "step.is.held": "waiting",
  "step.is.todo": "to come",
  "step.is.wrong": "stopped",

  "mend.title": "Enter your login again",
  "mend.title.first": "Enter your login",
  "mend.title.website": "Correct the address",
  "mend.button": "Try this login",
  "mend.button.website": "Use this address",
  "mend.retry": "Try again",

  "challenge.mail.waiting":
    "{{company}} has us read such codes from a mailbox. We wait for the e-mail and enter the code; if you have it, you can enter it here.",
  "challenge.mail.not_found":
    "{{company}} has us read such codes from a mailbox, but no e-mail came in time, or it was not clear which number is the code. Enter it here.",
  "challenge.mail.mailbox_failing":
    "{{company}} has us read such codes from a mailbox, but the mailbox cannot be read at present. Enter the code here.",
  "challenge.code": "Code",
  "challenge.wrong": "That was not accepted. Try once more.",
  "challenge.time_one": "You have about {{count}} minute to answer.",
  "challenge.time_other": "You have about {{count}} minutes to answer.",
  "challenge.tries_one": "{{count}} try is left.",
  "challenge.tries_other": "{{count}} tries are left.",
  "challenge.button": "Continue",
  "challenge.approved": "I have approved it",
  "challenge.notApproved":
    "It was not approved in time, or was refused. Approve it in the app, then press the button again.",
  "challenge.words": "The text is that of {{utility}}, in its own words.",
  "challenge.again": "I did not get a code",
  "challenge.again.text":
    "We sign in once more. {{utility}} then sends a new code, and may let you choose another way to get it.",
  "challenge.gone":
    "The question was closed before your answer arrived. Press Try again, and {{utility}} will ask a new question.",

  "live.lost": "No connection. This page tries again by itself.",
  "live.again": "Check again",

  "receipt.title": "Your receipt",
  "receipt.number": "Number",
  "receipt.date": "Received",
  "receipt.stopped": "Stopped",
  "receipt.company": "Shared with",
  "receipt.utility": "Utility",
  "receipt.website": "Website",
  "receipt.given": "What you gave",
  "receipt.given.login": "User name and password. The password is not shown here.",
  "receipt.given.extra": "User name, password and notes that help to sign in. Password and notes are not shown here.",
  "receipt.given.website": "The address of the website. No login was asked for.",
  "receipt.given.deleted":
    "User name and password are deleted. What stays on record is that they were given, and when they were deleted.",
  "receipt.keep": "Keep the address of this page: with it you can see how it goes, and stop it. Do not pass it on.",
  "receipt.mailing": "It also goes by mail to the address that you gave.",
  "receipt.mailed": "It was also sent by mail to the address that you gave.",
  "receipt.another": "Add another account",
  "receipt.forget": "Stop and delete my login",
  "receipt.withdraw": "Withdraw my request",

  "forget.title": "Delete your login?",
  "forget.text":
    "Collection stops. Your user name and password for {{utility}}, and whatever else you gave to sign in, are deleted, and the key that they were locked with is destroyed: no backup of the database opens them any more. This cannot be undone. Bills read before stay with {{company}}.",
  "forget.yes": "Yes, delete my login",
  "forget.no": "No, go back",
  "withdraw.title": "Withdraw your request?",
  "withdraw.text": "{{company}} then no longer waits for your bills of {{utility}}. You gave no login.",
  "withdraw.yes": "Yes, withdraw it",
  "withdraw.done": "Your request is withdrawn",
  "withdraw.done.text": "{{company}} no longer waits for your bills of {{utility}}. You gave no login.",

  "dead.unknown.title": "This link does not work",
  "dead.unknown.text":
    "A part of it may be missing. Open it again from the message you received, or ask the sender for a new one.",
  "dead.closed.title": "This link is closed",
  "dead.closed.text":
    "{{company}} has closed it or replaced it by a new one. Ask {{company}} for the new link. What you shared before stays as it is.",
  "dead.setup.title": "This link does not work",
  "dead.setup.text":
    "It was used already, or is too old. While there is no administrator, the service prints a new one each time it starts.",

  "mail.title": "Stop these mails?",
  "mail.text": "{{company}} sends “{{name}}” to {{address}}.",
  "mail.stop": "Stop “{{name}}”",
  "mail.stopAll": "Stop all reports and files from {{company}}",
  "mail.stopped.title": "The mails are stopped",
  "mail.stopped.text": "{{address}} gets no more mails of “{{name}}” from {{company}}. {{company}} can see that.",
  "mail.resume": "Get them again",

  "problem.foreign.title": "This was sent from another site",
  "problem.foreign.text": "So nothing was saved. Open the link that you received, and send the form from there.",
  "problem.large.title": "This is too much text",
  "problem.large.text": "Nothing was saved. Go back, shorten it and send it again.",
  "problem.away.title": "The service cannot answer now",
  "problem.away.text": "Try again in a minute.",
  "problem.fault.title": "Something went wrong on our side",
  "problem.fault.text": "It was logged. Try again later, or give the operator this number: {{request}}",
  "problem.other.title": "This did not work",
  "problem.other.text": "Open the link that you received again, and try again from there.",

  "setup.title": "Create the first administrator",
  "setup.lead":
    "An administrator creates companies and users, and sees the authorizations of all companies. This link works once.",
  "setup.name": "Your name",
  "setup.email": "E-mail",
  "setup.email.hint": "You sign in with it.",
  "setup.password": "Password",
  "setup.password.hint": "At least 12 characters; a long sentence is best.",
  "setup.button": "Create administrator",
  "setup.error.name": "Enter a name.",
  "setup.error.email": "Enter an e-mail address.",
  "setup.error.password": "Enter at least 12 characters.",
  "setup.error.taken": "A user with this e-mail address exists already.",
  "setup.done.title": "The administrator is created",
  "setup.done.dashboard": "Sign in to the dashboard",
  "setup.done.signIn": "Sign in as {{email}}: the answer contains a token for all other requests.",
  "setup.done.next": "Then create a company and its first user.",
  "setup.done.guide": "The same, step by step, with the lines to copy",
  "setup.done.start": "Start page",
  "setup.done.api": "The API as an OpenAPI document",
} as const;
