-- An authorization that was stopped waits for no person: it is not among those that are pending, and says that it was stopped.
update authorizations set status = 'Inventory Complete', status_detail = 'revoked', updated_at = now() where revoked_at is not null;
