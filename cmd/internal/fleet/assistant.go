package fleet

import (
	"encoding/json"
	"strings"
	"time"
)

// AssistantStatus is what Home Assistant's birth message, on the MQTT topic
// homeassistant/status, is to NATS. A program that wants to be found then tells it again:
// https://www.home-assistant.io/integrations/mqtt/#birth-and-last-will-messages
const AssistantStatus = "homeassistant.status"

// AssistantDevices has the subjects by which tables make themselves known to Home Assistant.
const AssistantDevices = "homeassistant.device.*.config"

// AssistantSubject is the topic homeassistant/device/stonehand_TABLE/config, which makes
// a device with all its entities known, or removes it where the message is empty:
// https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload
func AssistantSubject(table string) string {
	return "homeassistant.device.stonehand_" + table + ".config"
}

// introduce tells Home Assistant of the table, and shows it the present state.
func (p *Publisher) introduce(l link) {
	if !p.HomeAssistant || !l.nc.IsConnected() {
		return
	}
	data, err := json.Marshal(p.discovery())
	if err == nil {
		err = l.nc.Publish(AssistantSubject(p.Table), data)
	}
	if err != nil {
		p.Log.Warn("Home Assistant cannot be told of the table.", "err", err)
		return
	}
	p.publish(l, PartState, stateOf(p.Table, p.boot, p.Board.Snapshot(), time.Now()))
}

// discovery is the table as a device of Home Assistant.
func (p *Publisher) discovery() any {
	type object map[string]any
	id := "stonehand_" + p.Table
	sensor := func(name, icon, part, value string) object {
		return object{"platform": "sensor", "name": name, "icon": icon, "unique_id": id + "_" + name, "state_topic": strings.ReplaceAll(p.at[part], ".", "/"), "value_template": value}
	}
	trouble := func(name, class, part, value string) object {
		o := sensor(name, "", part, value)
		delete(o, "icon")
		o["platform"], o["device_class"] = "binary_sensor", class
		return o
	}
	heat := sensor("temperature", "", PartHealth, "{{ value_json.celsius if value_json.celsius else None }}")
	delete(heat, "icon")
	heat["device_class"], heat["unit_of_measurement"] = "temperature", "°C"
	device := object{"identifiers": []string{id}, "name": "Stonehand " + p.Table, "manufacturer": "Stonehand", "sw_version": p.Program}
	if p.Address != "" {
		device["configuration_url"] = p.Address
	}
	// Health comes every half minute: a table that is silent for three of them is away.
	online := trouble("online", "connectivity", PartHealth, "ON")
	online["expire_after"] = int(3 * healthPause.Seconds())
	return object{
		"device": device, "origin": object{"name": "Stonehand", "sw_version": p.Program},
		"components": object{
			"phase":       sensor("phase", "mdi:checkerboard", PartState, "{{ value_json.phase }}"),
			"game":        sensor("game", "mdi:gamepad-circle", PartState, "{{ value_json.game }}"),
			"turns":       sensor("turns", "mdi:counter", PartState, "{{ value_json.turns }}"),
			"result":      sensor("result", "mdi:trophy", PartState, "{{ value_json.result }}"),
			"message":     sensor("message", "mdi:message-text", PartState, "{{ value_json.said.en.message[:255] }}"),
			"temperature": heat,
			"problem":     trouble("problem", "problem", PartHealth, "{{ 'ON' if value_json.fault else 'OFF' }}"),
			"board":       trouble("board", "connectivity", PartState, "{{ 'ON' if value_json.link else 'OFF' }}"),
			"online":      online,
		},
	}
}
