// A paid MCP server on the official MCP server class for Go, whose payments go-ethereum verifies
// (EIP-712, secp256k1). Only the chain is made up.
//
//	x402_server_go [--record FILE]     FILE gets one JSON line for each payment that came
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"reflect"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"
	"github.com/modelcontextprotocol/go-sdk/mcp"
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

func signedByPayer(transfer authorization, signature string) bool {
	field := func(name, kind string) apitypes.Type { return apitypes.Type{Name: name, Type: kind} }
	extra := offer["extra"].(map[string]any)
	document := apitypes.TypedData{
		PrimaryType: "TransferWithAuthorization",
		Types: apitypes.Types{
			"EIP712Domain": {field("name", "string"), field("version", "string"),
				field("chainId", "uint256"), field("verifyingContract", "address")},
			"TransferWithAuthorization": {field("from", "address"), field("to", "address"),
				field("value", "uint256"), field("validAfter", "uint256"),
				field("validBefore", "uint256"), field("nonce", "bytes32")},
		},
		Domain: apitypes.TypedDataDomain{
			Name: extra["name"].(string), Version: extra["version"].(string),
			ChainId: math.NewHexOrDecimal256(chainID), VerifyingContract: offer["asset"].(string),
		},
		Message: apitypes.TypedDataMessage{
			"from": transfer.From, "to": transfer.To, "value": transfer.Value,
			"validAfter": transfer.ValidAfter, "validBefore": transfer.ValidBefore,
			"nonce": transfer.Nonce,
		},
	}
	digest, _, err := apitypes.TypedDataAndHash(document)
	bytes, decodeErr := hexutil.Decode(signature)
	if err != nil || decodeErr != nil || len(bytes) != crypto.SignatureLength || bytes[64] < 27 {
		return false
	}
	bytes[64] -= 27
	key, err := crypto.SigToPub(digest, bytes)
	return err == nil && crypto.PubkeyToAddress(*key) == common.HexToAddress(transfer.From)
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
		"network": offer["network"], "transaction": crypto.Keccak256Hash([]byte(transfer.Nonce)).Hex()}}
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
