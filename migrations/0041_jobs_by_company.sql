-- The next job is looked for company by company, so that the backlog of one never hides the jobs of another.
create index job_of_company on jobs (kind, (coalesce(company_id, 0)), run_at, id) where claimed_until is null;
