module tollpass.example/peers/x402_server_go

go 1.25.0

require (
	github.com/ethereum/go-ethereum v1.16.7
	github.com/modelcontextprotocol/go-sdk v1.8.0
)
