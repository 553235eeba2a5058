// Command main runs the reference hub of protocol 1.0 for tests, with one issuer, a shared secret and a history on disk.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/dunglas/mercure"
)

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serve prints its address as the first line.
func serve() error {
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	subscribers := mercure.NewSubscriberList(1000)
	history, err := mercure.NewBoltTransport(subscribers, logger, os.Getenv("HUB_HISTORY"), "updates", 1000, 0.3)
	if err != nil {
		return err
	}
	key := mercure.Static{Key: []byte(os.Getenv("MERCURE_JWT_SECRET")), Algorithm: "HS256"}
	origins := strings.Fields(os.Getenv("HUB_ORIGINS"))
	options := []mercure.Option{
		mercure.WithLogger(logger),
		mercure.WithTransport(history),
		mercure.WithIssuers([]mercure.Issuer{
			{Identifier: os.Getenv("HUB_ISSUER"), AuthorizationServer: true, Publisher: key, Subscriber: key},
		}),
		mercure.WithResourceIdentifier(os.Getenv("HUB_RESOURCE")),
		mercure.WithCookieName(os.Getenv("HUB_COOKIE")),
		mercure.WithCORSOrigins(origins),
		mercure.WithPublishOrigins(origins),
	}
	if os.Getenv("HUB_ANONYMOUS") == "yes" {
		options = append(options, mercure.WithAnonymous())
	}
	hub, err := mercure.NewHub(context.Background(), options...)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("HUB_PORT"))
	if err != nil {
		return err
	}
	fmt.Printf("http://%s\n", listener.Addr())
	return http.Serve(listener, hub)
}
