-- Two names as the code has them: mails that are to be marked or moved are put away, and a customer gives a permission.

alter table mailbox_mails rename column to_settle to to_put_away;
alter index mailbox_mail_to_settle rename to mailbox_mail_to_put_away;

alter table green_button_grants rename to green_button_permissions;
alter table green_button_permissions rename constraint green_button_grant_utility_size to green_button_permission_utility_size;
alter table green_button_permissions rename constraint green_button_grant_subscription_size to green_button_permission_subscription_size;
alter index green_button_grant_subscription rename to green_button_permission_subscription;
alter index green_button_grant_ref rename to green_button_permission_ref;
