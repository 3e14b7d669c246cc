module tollpass.example/peers/x402_server_go

go 1.25.0

require (
	github.com/decred/dcrd/dcrec/secp256k1/v4 v4.4.1
	github.com/modelcontextprotocol/go-sdk v1.8.0
	golang.org/x/crypto v0.48.0
)
