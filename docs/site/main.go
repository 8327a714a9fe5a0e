// Command site makes the documentation site: the repository's Markdown as static pages in
// English and Chinese, with a search that needs no server and no outside address.
//
//	go run ./docs/site FOLDER
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "error: name the folder to write the site to, for example: go run ./docs/site dist/site")
		os.Exit(2)
	}
	if err := build(".", os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}
