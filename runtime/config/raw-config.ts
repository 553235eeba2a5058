import type { DocumentationConfig, ImageFilterConfig } from './app-config.js';

interface RawEmail {
  redirect_path_query: string | null;
  default_redirect_path: string | null;
  subject: string;
}

interface RawFlow {
  request_timeout_seconds: number;
  repeat_ttl_seconds: number;
  email: RawEmail;
}

interface RawNotification {
  enabled: boolean;
  subject: string;
}

export interface RawFilesystem {
  driver: 'local' | 's3';
  root?: string;
  bucket?: string;
  region?: string;
  endpoint: string | null;
  prefix: string;
  force_path_style: boolean;
  public_url: string | null;
}

export interface RawMercure {
  enabled?: boolean;
  embedded: boolean;
  protocol_version: string;
  hub_name: string | null;
  jwt: { iss?: string; sub?: string; client_id?: string; aud?: string };
  cookie_name?: string;
  cookie: { samesite: 'lax' | 'strict' | 'none' };
  secure_subscriptions: boolean;
}

export interface RawUser {
  class_name: string;
  security: Record<'list' | 'create' | 'read' | 'update' | 'delete', string>;
  email_verification: {
    enabled: boolean;
    default_value: boolean;
    verify_on_register: boolean;
    verify_on_change: boolean;
    deny_unverified_login: boolean;
    repeat_ttl_seconds: number;
    email: RawEmail;
  };
  new_email_confirmation: RawFlow;
  password_reset: RawFlow;
  email_links: { allowed_origins: string[]; default_origin: string | null };
  emails: Record<'welcome' | 'user_enabled' | 'username_changed' | 'password_changed', RawNotification>;
}

/** The file after `cms.config.schema.json` accepted it and filled in its defaults. */
export interface RawConfig {
  website_name: string;
  api_version: string;
  documentation: DocumentationConfig;
  api_prefix: string;
  class_namespace: string | null;
  table_prefix: string | null;
  metadata_key: string;
  hydra_prefix: boolean;
  enabled_components: { form: boolean; collection: boolean };
  publishable: { permission: string };
  route_security: { route: string; security: string }[];
  routable_security: string | null;
  access_control: { path: string; methods: string | string[]; roles: string | string[] }[];
  pagination: {
    items_per_page_parameter_name: string;
    items_per_page: number;
    maximum_items_per_page: number;
  };
  cache_headers: { max_age: number; shared_max_age: number; vary: string[]; etag: boolean };
  http_cache: {
    personalised_resource_classes: string[];
    scheduled_expiry_resource_classes: string[];
    purge_rendered_html_classes: string[];
    response_cache: { max_bytes: number };
    purger: 'none' | 'varnish-xkey' | 'souin' | 'surrogate-key' | 'cloudflare';
    urls: string[];
    purges_per_minute: number;
  };
  cors: { allow_origin: string[] };
  body_limits: { anonymous: number; authenticated: number };
  uploads: { max_bytes: number };
  filesystems?: Record<string, RawFilesystem>;
  image_filters: Record<string, ImageFilterConfig>;
  image_cache_prefix: string;
  user: RawUser;
  refresh_token: { cookie_name: string; ttl: number; [ignored: string]: unknown };
  jwt: { token_ttl: number };
  mercure: RawMercure;
  orphaned_resources: {
    notify: { recipients: string | (string | null)[] | null; admin_page_path: string; subject: string };
  };
  orphaned_files: { minimum_age: number; excluded_paths: string[] };
  schedule: {
    scan_orphaned: { enabled?: boolean; cron: string; time_zone: string };
    publications: boolean;
  };
  queue: 'inline' | 'database';
  instances: number;
}
