# Configuration from the guide "Caches", for compose.yaml.
vcl 4.1;
import xkey;

backend default {
  .host = "service";
  .port = "8000";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    # This port is not published (compose.yaml).
    if (local.socket != "purge") { return (synth(403)); }
    xkey.purge(req.http.xkey-purge);
    return (synth(200));
  }
  if (req.method != "GET" && req.method != "HEAD") { return (pass); }
  # Signed-in users have this cookie. Other cookies do not belong to the service.
  if (req.http.Authorization || req.http.Cookie ~ "(^|; )({{cookieName}}|refresh_token|cms_)") { return (pass); }
  unset req.http.Cookie;
  # One cache entry for each of the two document formats.
  if (req.http.Accept ~ "application/json" && req.http.Accept !~ "ld\+json") {
    set req.http.Accept = "application/json";
  } else {
    set req.http.Accept = "application/ld+json";
  }
  unset req.http.Content-Type;
  return (hash);
}

sub vcl_backend_response {
  if (beresp.http.Set-Cookie || beresp.http.Cache-Control !~ "public") {
    set beresp.uncacheable = true;
    set beresp.ttl = 0s;
  }
  # Stale responses are removed instead of served again.
  set beresp.grace = 0s;
}

sub vcl_deliver {
  unset resp.http.xkey;
  if (obj.hits > 0) { set resp.http.X-Cache = "hit"; } else { set resp.http.X-Cache = "miss"; }
}
