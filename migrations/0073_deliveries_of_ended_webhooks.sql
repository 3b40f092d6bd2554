-- Deliveries that an attempt left waiting although their webhook was deleted or switched off meanwhile: they are never sent.
update webhook_deliveries delivery
set state = 'skipped', locked_until = null, updated_at = now()
from webhooks webhook
where webhook.company_id = delivery.company_id and webhook.id = delivery.webhook_id
  and delivery.state = 'pending' and (webhook.archived or webhook.disabled_reason is not null);
