-- Fingerprints of the certificates with which an agent may connect. Null for machines that joined before they were kept, until their certificate is renewed.
alter table enrolled_agent add column certificate varchar(100);
alter table enrolled_agent add column certificate_issuer varchar(300);
alter table enrolled_agent add column former_certificate varchar(100);
