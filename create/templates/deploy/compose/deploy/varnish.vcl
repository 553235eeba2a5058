# The configuration of the guide "Caches", for compose.yaml.
vcl 4.1;
import xkey;

backend default {
  .host = "service";
  .port = "8000";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    # The port of that name is not published (compose.yaml).
    if (local.socket != "purge") { return (synth(403)); }
    xkey.purge(req.http.xkey-purge);
    return (synth(200));
  }
  if (req.method != "GET" && req.method != "HEAD") { return (pass); }
  # Whoever signs in has this cookie; others on the page are none of the service's.
  if (req.http.Authorization || req.http.Cookie ~ "(^|; )({{cookieName}}|refresh_token|cms_)") { return (pass); }
  unset req.http.Cookie;
  # One entry for each of the two kinds of documents.
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
  # Stale answers are dropped, not shown once more.
  set beresp.grace = 0s;
}

sub vcl_deliver {
  unset resp.http.xkey;
  if (obj.hits > 0) { set resp.http.X-Cache = "hit"; } else { set resp.http.X-Cache = "miss"; }
}
