package main

import (
	"github.com/hashicorp/hcl/v2/ext/dynblock"
	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/zclconf/go-cty/cty"
)

type configuration struct {
	Resources []resource `hcl:"resource,block"`
}

type resource struct {
	Kind     string            `hcl:"kind,label"`
	Name     string            `hcl:"name,label"`
	Hostname string            `hcl:"hostname"`
	Count    uint32            `hcl:"count"`
	Enabled  bool              `hcl:"enabled"`
	Zones    []string          `hcl:"zones"`
	Tags     map[string]string `hcl:"tags"`
	Script   string            `hcl:"script"`
	Weight   float64           `hcl:"weight"`
	Network  network           `hcl:"network,block"`
	Ports    []port            `hcl:"port,block"`
}

type network struct {
	CIDR    string  `hcl:"cidr"`
	Gateway *string `hcl:"gateway"`
}

type port struct {
	Number      uint16 `hcl:"number"`
	Description string `hcl:"description"`
}

func structCases() []benchCase {
	return []benchCase{{"structs 3 MB", decodingStructs}}
}

// decodingStructs decodes a source to structs, which are summed up for the witness.
func decodingStructs() func() cty.Value {
	text, context := read("resources.hcl"), decodingContext(0)
	return func() cty.Value {
		var config configuration
		check(gohcl.DecodeBody(dynblock.Expand(parse(text).Body, context), context, &config))
		return sum(config)
	}
}

func sum(config configuration) cty.Value {
	bytes, numbers := 0, uint64(0)
	for _, resource := range config.Resources {
		bytes += len(resource.Kind) + len(resource.Name) + len(resource.Hostname) + len(resource.Script)
		bytes += len(resource.Network.CIDR)
		if resource.Network.Gateway != nil {
			bytes += len(*resource.Network.Gateway)
		}
		for _, zone := range resource.Zones {
			bytes += len(zone)
		}
		for _, tag := range resource.Tags {
			bytes += len(tag)
		}
		for _, port := range resource.Ports {
			bytes += len(port.Description)
			numbers += uint64(port.Number)
		}
		numbers += uint64(resource.Count) + uint64(resource.Weight)
		if resource.Enabled {
			numbers++
		}
	}
	return cty.TupleVal([]cty.Value{cty.NumberIntVal(int64(bytes)), cty.NumberUIntVal(numbers)})
}
