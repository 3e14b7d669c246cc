// A paid MCP server on the official MCP server class for Go, which verifies payments by Decred's
// secp256k1 and Go's own Keccak-256. Only the chain is made up.
//
//	x402_server_go [--record FILE]     FILE gets one JSON line for each payment that came
package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"reflect"
	"strings"
	"time"

	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/crypto/sha3"
)

const (
	chainID     = 84532
	paymentKey  = "x402/payment"
	receiptKey  = "x402/payment-response"
	shortestSec = 6 // a facilitator wants so much of a payment's life to be left
)

var offer = map[string]any{
	"scheme": "exact", "network": fmt.Sprintf("eip155:%d", chainID), "amount": "10000",
	"asset": "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
	"payTo": "0x209693Bc6afc0C5328bA36FaF03C514EF312287C", "maxTimeoutSeconds": float64(60),
	"extra": map[string]any{"name": "USDC", "version": "2"},
}

type authorization struct {
	From, To, Value, ValidAfter, ValidBefore, Nonce string
}

type payment struct {
	X402Version int
	Accepted    map[string]any
	Payload     struct {
		Authorization authorization
		Signature     string
	}
}

// fault gives the first reason not to take the payment, empty if there is none.
func fault(paid payment, usedNonces map[string]bool) string {
	transfer := paid.Payload.Authorization
	before, isNumber := new(big.Int).SetString(transfer.ValidBefore, 10)
	after, isNumberToo := new(big.Int).SetString(transfer.ValidAfter, 10)
	now := time.Now().Unix()
	switch {
	case paid.X402Version != 2:
		return "invalid_x402_version"
	case !reflect.DeepEqual(paid.Accepted, offer):
		return "No matching payment requirements found"
	case !isNumber || !isNumberToo:
		return "invalid_payload"
	case !strings.EqualFold(transfer.To, offer["payTo"].(string)):
		return "invalid_exact_evm_recipient_mismatch"
	case transfer.Value != offer["amount"].(string):
		return "invalid_exact_evm_authorization_value"
	case before.Int64() < now+shortestSec:
		return "invalid_exact_evm_payload_authorization_valid_before"
	case after.Int64() > now:
		return "invalid_exact_evm_payload_authorization_valid_after"
	case usedNonces[transfer.Nonce]:
		return "invalid_exact_evm_nonce_already_used"
	case !signedByPayer(transfer, paid.Payload.Signature):
		return "invalid_exact_evm_signature"
	}
	return ""
}

const (
	domainType   = "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
	transferType = "TransferWithAuthorization(address from,address to,uint256 value," +
		"uint256 validAfter,uint256 validBefore,bytes32 nonce)"
)

func keccak(parts ...[]byte) []byte {
	hash := sha3.NewLegacyKeccak256()
	for _, part := range parts {
		hash.Write(part)
	}
	return hash.Sum(nil)
}

// word is 32 bytes of a number in decimal digits, or of bytes in hex after "0x".
func word(text string) []byte {
	number, isNumber := new(big.Int).SetString(text, 0)
	if !isNumber || number.Sign() < 0 || number.BitLen() > 256 {
		return nil
	}
	return number.FillBytes(make([]byte, 32))
}

// transferDigest is what EIP-712 has the payer sign.
func transferDigest(transfer authorization) []byte {
	extra := offer["extra"].(map[string]any)
	domain := keccak(keccak([]byte(domainType)), keccak([]byte(extra["name"].(string))),
		keccak([]byte(extra["version"].(string))), word(fmt.Sprint(chainID)),
		word(offer["asset"].(string)))
	message := keccak(keccak([]byte(transferType)), word(transfer.From), word(transfer.To),
		word(transfer.Value), word(transfer.ValidAfter), word(transfer.ValidBefore),
		word(transfer.Nonce))
	return keccak([]byte("\x19\x01"), domain, message)
}

func signedByPayer(transfer authorization, signature string) bool {
	bytes, err := hex.DecodeString(strings.TrimPrefix(signature, "0x"))
	if err != nil || len(bytes) != 65 {
		return false
	}
	// Decred puts the recovery code first, Ethereum last.
	compact := append([]byte{bytes[64]}, bytes[:64]...)
	key, _, err := ecdsa.RecoverCompact(compact, transferDigest(transfer))
	if err != nil {
		return false
	}
	account := keccak(key.SerializeUncompressed()[1:])[12:]
	return strings.EqualFold("0x"+hex.EncodeToString(account), transfer.From)
}

func challenge(reason string) *mcp.CallToolResult {
	body := map[string]any{
		"x402Version": 2, "error": reason, "accepts": []any{offer},
		"resource": map[string]any{"url": "mcp://tool/paid_echo", "description": "Tool: paid_echo"},
	}
	text, _ := json.Marshal(body)
	return &mcp.CallToolResult{IsError: true, StructuredContent: body,
		Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}}
}

type server struct {
	record     string
	usedNonces map[string]bool
}

func echo(request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var arguments struct{ Text string }
	if err := json.Unmarshal(request.Params.Arguments, &arguments); err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: arguments.Text}}}, nil
}

func (s *server) paidEcho(_ context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	given, isPaid := request.Params.Meta[paymentKey]
	if !isPaid {
		return challenge("Payment required to access this tool"), nil
	}
	text, err := json.Marshal(given)
	if err != nil {
		return nil, err
	}
	if err := s.keep(text); err != nil {
		return nil, err
	}
	var paid payment
	if err := json.Unmarshal(text, &paid); err != nil {
		return challenge("invalid_payload"), nil
	}
	if reason := fault(paid, s.usedNonces); reason != "" {
		return challenge(reason), nil
	}
	transfer := paid.Payload.Authorization
	s.usedNonces[transfer.Nonce] = true
	result, err := echo(request)
	if err != nil {
		return nil, err
	}
	result.Meta = mcp.Meta{receiptKey: map[string]any{"success": true, "payer": transfer.From,
		"network": offer["network"], "transaction": "0x" + hex.EncodeToString(keccak([]byte(transfer.Nonce)))}}
	return result, nil
}

func (s *server) keep(payment []byte) error {
	if s.record == "" {
		return nil
	}
	file, err := os.OpenFile(s.record, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = file.Write(append(payment, '\n'))
	return err
}

func main() {
	self := &server{usedNonces: map[string]bool{}}
	if len(os.Args) == 3 && os.Args[1] == "--record" {
		self.record = os.Args[2]
	}
	schema := json.RawMessage(`{"type":"object","properties":{"text":{"type":"string"}}}`)
	peer := mcp.NewServer(&mcp.Implementation{Name: "go-peer", Version: "1.0.0"}, nil)
	peer.AddTool(&mcp.Tool{Name: "free_echo", InputSchema: schema},
		func(_ context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return echo(request)
		})
	peer.AddTool(&mcp.Tool{Name: "paid_echo", InputSchema: schema}, self.paidEcho)
	if err := peer.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
