// A provider of Terraform that has the types of a schema, and accepts every argument. It is installed under any name, beside
// the file `schema.json`: the form of `terraform providers schema -json` with the schema of one provider.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/hashicorp/terraform-plugin-go/tfprotov5"
	"github.com/hashicorp/terraform-plugin-go/tfprotov5/tf5server"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

type schema struct {
	Block block `json:"block"`
}

type block struct {
	Attributes map[string]attribute `json:"attributes"`
	BlockTypes map[string]nested    `json:"block_types"`
}

type attribute struct {
	Type     json.RawMessage `json:"type"`
	Optional bool            `json:"optional"`
	Computed bool            `json:"computed"`
}

type nested struct {
	Block block `json:"block"`
}

type schemas struct {
	Provider  schema            `json:"provider"`
	Resources map[string]schema `json:"resource_schemas"`
	Data      map[string]schema `json:"data_source_schemas"`
}

// provider answers what `terraform validate` asks. The other methods are not there.
type provider struct {
	tfprotov5.ProviderServer
	response *tfprotov5.GetProviderSchemaResponse
}

func main() {
	if err := serve(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve() error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(program), "schema.json"))
	if err != nil {
		return err
	}
	var all struct {
		Providers map[string]schemas `json:"provider_schemas"`
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	for _, one := range all.Providers {
		response, err := one.response()
		if err != nil {
			return err
		}
		return tf5server.Serve("hcldyn.example/any/any", func() tfprotov5.ProviderServer { return provider{response: response} })
	}
	return fmt.Errorf("the schema has no provider")
}

func (s schemas) response() (*tfprotov5.GetProviderSchemaResponse, error) {
	response := &tfprotov5.GetProviderSchemaResponse{
		ServerCapabilities: &tfprotov5.ServerCapabilities{GetProviderSchemaOptional: true},
		ResourceSchemas:    map[string]*tfprotov5.Schema{},
		DataSourceSchemas:  map[string]*tfprotov5.Schema{},
	}
	var err error
	if response.Provider, err = s.Provider.proto(); err != nil {
		return nil, err
	}
	for name, one := range s.Resources {
		if response.ResourceSchemas[name], err = one.proto(); err != nil {
			return nil, err
		}
	}
	for name, one := range s.Data {
		if response.DataSourceSchemas[name], err = one.proto(); err != nil {
			return nil, err
		}
	}
	return response, nil
}

func (s schema) proto() (*tfprotov5.Schema, error) {
	inner, err := s.Block.proto()
	return &tfprotov5.Schema{Block: inner}, err
}

func (b block) proto() (*tfprotov5.SchemaBlock, error) {
	found := &tfprotov5.SchemaBlock{}
	for name, one := range b.Attributes {
		ty, err := tftypes.ParseJSONType(one.Type)
		if err != nil {
			return nil, err
		}
		attribute := tfprotov5.SchemaAttribute{Name: name, Type: ty, Optional: one.Optional, Computed: one.Computed}
		found.Attributes = append(found.Attributes, &attribute)
	}
	for name, one := range b.BlockTypes {
		inner, err := one.Block.proto()
		if err != nil {
			return nil, err
		}
		list := tfprotov5.SchemaNestedBlockNestingModeList
		found.BlockTypes = append(found.BlockTypes, &tfprotov5.SchemaNestedBlock{TypeName: name, Block: inner, Nesting: list})
	}
	return found, nil
}

func (p provider) GetMetadata(context.Context, *tfprotov5.GetMetadataRequest) (*tfprotov5.GetMetadataResponse, error) {
	metadata := &tfprotov5.GetMetadataResponse{ServerCapabilities: p.response.ServerCapabilities}
	for name := range p.response.ResourceSchemas {
		metadata.Resources = append(metadata.Resources, tfprotov5.ResourceMetadata{TypeName: name})
	}
	for name := range p.response.DataSourceSchemas {
		metadata.DataSources = append(metadata.DataSources, tfprotov5.DataSourceMetadata{TypeName: name})
	}
	return metadata, nil
}

func (p provider) GetProviderSchema(context.Context, *tfprotov5.GetProviderSchemaRequest) (*tfprotov5.GetProviderSchemaResponse, error) {
	return p.response, nil
}

func (p provider) PrepareProviderConfig(_ context.Context, request *tfprotov5.PrepareProviderConfigRequest) (*tfprotov5.PrepareProviderConfigResponse, error) {
	return &tfprotov5.PrepareProviderConfigResponse{PreparedConfig: request.Config}, nil
}

func (p provider) ValidateResourceTypeConfig(context.Context, *tfprotov5.ValidateResourceTypeConfigRequest) (*tfprotov5.ValidateResourceTypeConfigResponse, error) {
	return &tfprotov5.ValidateResourceTypeConfigResponse{}, nil
}

func (p provider) ValidateDataSourceConfig(context.Context, *tfprotov5.ValidateDataSourceConfigRequest) (*tfprotov5.ValidateDataSourceConfigResponse, error) {
	return &tfprotov5.ValidateDataSourceConfigResponse{}, nil
}

func (p provider) StopProvider(context.Context, *tfprotov5.StopProviderRequest) (*tfprotov5.StopProviderResponse, error) {
	return &tfprotov5.StopProviderResponse{}, nil
}
