-- A ticket is assigned to a user of its tenant. Not valid for rows from before there were users; every change is checked.
alter table tickets add constraint tickets_assignee_exists
    foreign key (tenant_id, assignee_id) references users (tenant_id, id) not valid;
